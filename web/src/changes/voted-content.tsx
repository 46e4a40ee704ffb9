/** The content that a vote is bound to: what stood there when the voter was asked, and nothing later. */

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { approvalsQuery } from '../api/changes'
import { problemOf } from '../api/problem'
import { problemText } from '../api/tell'
import { t } from './texts'
import styles from './votes.module.css'

interface Content {
  /** Undefined where there is no vote. */
  digest: string | undefined
  /** Whether it has changed since the voter was asked. */
  isNew: boolean
  /** Why what it has become could not be read. */
  error?: unknown
}

export function useVotedContent({ id }: { id: string }, isVote: boolean) {
  const approvals = useQuery({ ...approvalsQuery(id), enabled: isVote })
  const now = (isVote && approvals.data?.contentDigest) || undefined
  // Later content is voted on only once the voter was told of it.
  const [told, setTold] = useState<Content | null>(null)
  if (told === null && now) setTold({ digest: now, isNew: false })
  const readAnew = async () => {
    // Thrown: what was read before may stay on the screen, but is no answer to this.
    const read = await approvals.refetch({ throwOnError: true }).then(
      ({ data }) => ({ digest: data?.contentDigest, error: null }),
      (error: unknown) => ({ digest: undefined, error }),
    )
    // Where it cannot be told, the vote stays bound to what was read, and is refused once more.
    setTold((before) => ({ ...read, digest: read.digest ?? before?.digest, isNew: true }))
  }
  return { digest: told?.digest, isNew: told?.isNew ?? false, error: told?.error, readAnew }
}

export function VotedContent({ digest, isNew, error }: Content) {
  if (error)
    return (
      <div className={styles.content} role="alert">
        <p>{t('contentUnread')}</p>
        <p>{problemText(problemOf(error))}</p>
      </div>
    )
  if (!digest) return null
  return (
    <div className={styles.content}>
      {isNew && <p role="alert">{t('contentIsNew')}</p>}
      <p className="muted">
        {t('bindsTo')} <code className="mono">{digest}</code>
      </p>
    </div>
  )
}
