/** What a release will do, before it is done: revisions, mains, and what stands against it. */

import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { releasePreviewQuery } from '../api/changes'
import { sentenceOf } from '../kit/i18n'
import { LoadingRows } from '../kit/states'
import { QueryError } from '../records/query-error'
import styles from './changes.module.css'
import impact from './impact.module.css'
import { t } from './texts'

const SHOWN = 60

export function ReleasePreview({ id }: { id: string }) {
  const answer = useQuery(releasePreviewQuery(id))
  if (answer.error) return <QueryError error={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <LoadingRows rows={3} columns={2} />
  const { isPossible, revisions, mains, refusals } = answer.data
  return (
    <div className={impact.release}>
      <ul className={styles.checks}>
        {isPossible && (
          <li data-met>
            <CircleCheck size={15} aria-hidden /> {t('mayRelease')}
          </li>
        )}
        {refusals.map((refusal) => (
          <li key={refusal.message}>
            <CircleAlert size={15} aria-hidden /> {sentenceOf(refusal.message)}
          </li>
        ))}
      </ul>
      {revisions.length > 0 && (
        <>
          <h3>{t('revisionsToBe', { count: revisions.length })}</h3>
          <ul className={impact.revisions}>
            {revisions.slice(0, SHOWN).map((one) => (
              <li key={one.itemNumber} className="mono">
                {one.itemNumber} <b>{one.revision}</b>
              </li>
            ))}
            {revisions.length > SHOWN && (
              <li>{t('andMore', { count: revisions.length - SHOWN })}</li>
            )}
          </ul>
        </>
      )}
      {mains.length > 0 && (
        <p className="muted">
          {t('mainsToBe', { count: mains.length })}{' '}
          <span className="mono">{mains.map((one) => one.branchName).join(', ')}</span>
        </p>
      )}
    </div>
  )
}
