/** All that a search finds, kind by kind. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ScanLine, Search } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useDeferredValue } from 'react'
import { type HitGroup, searchQuery } from '../api/search'
import { Button } from '../kit/button'
import { BareInput } from '../kit/field'
import { Bar, PageColumn, PageHead, Section } from '../kit/page'
import { EmptyState, LoadingRows } from '../kit/states'
import { useAddress } from '../lists/use-address'
import { QueryError } from '../records/query-error'
import { StateMark } from '../records/state-mark'
import { hitAddress, hitIcon, kindText } from './hits'
import styles from './search.module.css'
import { t } from './texts'

const ScanDialog = lazy(() => import('./scan-dialog').then((m) => ({ default: m.ScanDialog })))

const HITS = 50

export function SearchPage() {
  const [address, change] = useAddress()
  const text = useDeferredValue((address.q ?? '').trim())
  return (
    <>
      <PageHead
        title={t('page')}
        actions={
          <Button icon={ScanLine} onClick={() => change({ scan: '1' })}>
            {t('scan')}
          </Button>
        }
      />
      <Bar label={t('page')}>
        <BareInput
          type="search"
          label={t('placeholder')}
          placeholder={t('begin')}
          defaultValue={address.q}
          key={address.q === undefined ? 'empty' : 'set'}
          autoFocus
          onChange={(event) => change({ q: event.target.value || undefined })}
        />
      </Bar>
      <Results text={text} />
      <Suspense>
        {address.scan && <ScanDialog onClose={() => change({ scan: undefined })} />}
      </Suspense>
    </>
  )
}

function Results({ text }: { text: string }) {
  const found = useQuery(searchQuery(text, HITS))
  if (text === '') {
    return (
      <EmptyState icon={Search} title={t('begin')}>
        {t('beginNote')}
      </EmptyState>
    )
  }
  if (found.error) return <QueryError error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <LoadingRows columns={3} />
  if (found.data.length === 0) return <EmptyState icon={Search} title={t('nothing', { text })} />
  return (
    <PageColumn>
      {found.data.map((group) => (
        <Section key={group.kind} title={kindText(group.kind)}>
          <p className="muted">{foundText(group.total)}</p>
          <Hits group={group} />
        </Section>
      ))}
    </PageColumn>
  )
}

function Hits({ group }: { group: HitGroup }) {
  return (
    <ul className={styles.hits}>
      {group.hits.map((hit) => {
        const Icon = hitIcon(hit)
        return (
          <li key={hit.id}>
            <HitLink address={hitAddress(hit)}>
              <Icon size={15} />
              <span className="mono">{hit.number}</span>
              <span className="truncate">{hit.name}</span>
              {hit.state && <StateMark state={hit.state} />}
            </HitLink>
          </li>
        )
      })}
    </ul>
  )
}

function HitLink({ address, children }: { address: string | null; children: ReactNode }) {
  if (address === null) return <div className={styles.hit}>{children}</div>
  return (
    <Link to={address} className={styles.hit}>
      {children}
    </Link>
  )
}

/** The server counts no further than it looks. */
const MOST_COUNTED = 300

function foundText(count: number): string {
  return count >= MOST_COUNTED ? t('foundMore', { count }) : t('found', { count })
}
