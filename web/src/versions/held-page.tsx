/** Who holds what of a design: checkouts and locks, and letting go of them. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LockOpen, LogIn, PencilLine, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMe } from '../api/account'
import { keys } from '../api/keys'
import { locksQuery } from '../api/locks'
import type { Me } from '../api/types'
import { checkoutsQuery, type Release, releaseItem } from '../api/versions'
import { useWrite } from '../api/write'
import { formatAgo } from '../kit/ago'
import { Button } from '../kit/button'
import { formatDateTime } from '../kit/format'
import { PageColumn, Section } from '../kit/page'
import { EmptyState, LoadingRows } from '../kit/states'
import { itemAddress } from '../records/item-address'
import { Person } from '../records/person'
import { QueryError } from '../records/query-error'
import { t } from './texts'
import { useDesign } from './use-design'
import styles from './versions.module.css'

export function HeldPage() {
  const design = useDesign()
  const me = useMe()
  const isOn = design !== undefined
  const checkouts = useQuery({ ...checkoutsQuery(design?.id ?? ''), enabled: isOn })
  const locks = useQuery({ ...locksQuery(design?.id ?? ''), enabled: isOn })
  const release = useWrite({
    send: (wanted: Release & { number: string }, headers) => releaseItem(wanted, headers),
    changes: [keys.items, keys.designs],
    done: (_, { number }) => t('letGo', { number }),
  })
  const error = checkouts.error ?? locks.error
  if (error) return <QueryError error={error} onRetry={() => void checkouts.refetch()} />
  if (!checkouts.data || !locks.data) return <LoadingRows columns={4} rows={4} />
  const out = checkouts.data.checkouts
  const locked = locks.data.locks
  if (out.length + locked.length === 0) {
    return (
      <EmptyState icon={PencilLine} title={t('nothingHeld')}>
        {t('nothingHeldNote')}
      </EmptyState>
    )
  }
  return (
    <PageColumn>
      {out.length > 0 && (
        <Section title={t('checkouts', { count: checkouts.data.total })}>
          <ul className={styles.list} aria-label={t('checkouts', { count: checkouts.data.total })}>
            {out.map(({ item, branch, checkedOutBy: holder, checkedOutAt: since }) => {
              const at = branch.kind === 'main' ? undefined : branch.name
              const what = { itemId: item.id, branchId: branch.id, number: item.itemNumber }
              const reason = othersReason(me, holder.id)
              return (
                <Held key={`${item.id} ${branch.id}`} {...{ item, at, holder, since }}>
                  <span className="mono muted">{branch.name}</span>
                  {holder.id === me?.id && (
                    <Button
                      icon={LogIn}
                      onClick={() => release.mutate({ ...what, verb: 'checkin' })}
                    >
                      {t('checkIn')}
                    </Button>
                  )}
                  <Button
                    icon={Undo2}
                    reason={reason}
                    title={t('cancelNote')}
                    onClick={() => release.mutate({ ...what, verb: 'cancel' })}
                  >
                    {t('cancelCheckout')}
                  </Button>
                </Held>
              )
            })}
          </ul>
        </Section>
      )}
      {locked.length > 0 && (
        <Section title={t('locks', { count: locks.data.total })}>
          <ul className={styles.list} aria-label={t('locks', { count: locks.data.total })}>
            {locked.map(({ item, lockedBy: holder, lockedAt: since }) => (
              <Held key={item.id} {...{ item, holder, since }}>
                <Button
                  icon={LockOpen}
                  reason={othersReason(me, holder.id)}
                  onClick={() =>
                    release.mutate({ itemId: item.id, number: item.itemNumber, verb: 'unlock' })
                  }
                >
                  {t('unlock')}
                </Button>
              </Held>
            ))}
          </ul>
        </Section>
      )}
    </PageColumn>
  )
}

/** Only its holder lets go of an item, or an administrator for them. */
function othersReason(me: Me | undefined, holder: string): string | null {
  if (me?.id === holder || me?.roles.some(({ name }) => name === 'Administrator')) return null
  return t('othersOnly')
}

interface HeldProps {
  item: { itemNumber: string; name: string }
  at?: string
  holder: { name: string }
  since: string
  children: ReactNode
}

function Held({ item, at, holder, since, children }: HeldProps) {
  return (
    <li>
      <span className="grow">
        <Link to={itemAddress(item, '', at) as string} className="link mono">
          {item.itemNumber}
        </Link>{' '}
        {item.name}
        <small>
          <Person name={holder.name} />
          <time dateTime={since} title={formatDateTime(since)}>
            {formatAgo(since)}
          </time>
        </small>
      </span>
      {children}
    </li>
  )
}
