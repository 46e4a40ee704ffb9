/** Links that were given out: until when, what was looked at, and their end. */

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  revokeShare,
  type Share,
  type ShareVisit,
  shareKeys,
  sharesQuery,
  visitsQuery,
} from '../api/exports'
import { useWrite } from '../api/write'
import { Button } from '../kit/button'
import { classes } from '../kit/classes'
import { formatDateTime, formatWhen } from '../kit/format'
import { Section } from '../kit/page'
import styles from './exports.module.css'
import { t } from './texts'

/** One's own links, on the page of oneself; nothing where there are none. */
export function SharesSection() {
  const shares = useQuery(sharesQuery()).data?.shares ?? []
  if (shares.length === 0) return null
  return (
    <Section title={t('links')}>
      <ShareList shares={shares} />
    </Section>
  )
}

export function ShareList({ shares }: { shares: readonly Share[] }) {
  return (
    <ul className={styles.shares}>
      {shares.map((share) => (
        <ShareRow key={share.id} share={share} />
      ))}
    </ul>
  )
}

function endText(share: Share): string {
  if (share.revokedAt) return t('endedOn', { when: formatDateTime(share.revokedAt) })
  const isOver = Date.parse(share.expiresAt) < Date.now()
  return t(isOver ? 'ranOut' : 'goesUntil', { when: formatDateTime(share.expiresAt) })
}

function ShareRow({ share }: { share: Share }) {
  const [isOpen, setOpen] = useState(false)
  const end = useWrite({
    send: (_: undefined, headers) => revokeShare(share.id, headers),
    changes: [shareKeys],
    done: t('ended'),
  })
  const isOver = share.revokedAt !== null || Date.parse(share.expiresAt) < Date.now()
  const facts = [
    endText(share),
    share.hasPassword && t('withPassword'),
    share.email,
    share.note,
  ].filter(Boolean)
  return (
    <li className={classes(isOver && styles.over)}>
      <div className={styles.share}>
        <span className="grow">
          <span className="mono">{share.item?.itemNumber ?? t('goneItem')}</span> {share.item?.name}{' '}
          <small>{facts.join(' · ')}</small>
        </span>
        <Button kind="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('visits', { count: share.visits })}
        </Button>
        {!isOver && (
          <Button kind="quiet" aria-busy={end.isPending} onClick={() => end.mutate(undefined)}>
            {t('end')}
          </Button>
        )}
      </div>
      {isOpen && <Visits shareId={share.id} />}
    </li>
  )
}

const ACTIONS: Readonly<Record<string, Parameters<typeof t>[0]>> = {
  page: 'saw_page',
  bom: 'saw_bom',
  file: 'saw_file',
  package: 'saw_package',
  refused: 'saw_refused',
}

function visitText({ action, fileName }: ShareVisit): string {
  const key = ACTIONS[action]
  const words = key ? t(key) : action
  return fileName ? `${words} ${fileName}` : words
}

function Visits({ shareId }: { shareId: string }) {
  const visits = useQuery(visitsQuery(shareId)).data?.visits
  if (!visits) return null
  if (visits.length === 0) return <p className={styles.visits}>{t('notVisited')}</p>
  return (
    <ol className={styles.visits} aria-label={t('log')}>
      {visits.map((visit) => (
        <li key={visit.id}>
          {[formatWhen(visit.at), visitText(visit), visit.address].join(' · ')}
        </li>
      ))}
    </ol>
  )
}
