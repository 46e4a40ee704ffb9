/** What a release will do, before it is done: revisions, mains, and what stands against it. */

import { useQueries, useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { type Preview, releasePreviewQuery } from '../api/changes'
import { designQuery } from '../api/designs'
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
  const { isPossible, revisions, mains } = answer.data
  const refusals = answer.data.refusals.filter((refusal) => !isEarly(refusal))
  const isTooEarly = refusals.length < answer.data.refusals.length
  return (
    <div className={impact.release}>
      <ul className={styles.checks}>
        {isPossible && (
          <li data-met>
            <CircleCheck size={15} /> {t('mayRelease')}
          </li>
        )}
        {isTooEarly && <li>{t('notYet')}</li>}
        {refusals.map((refusal) => (
          <li key={refusal.message}>
            <CircleAlert size={15} /> {sentenceOf(refusal.message)}
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
          {t('mainsToBe', { count: mains.length })} <Designs mains={mains} />
        </p>
      )}
    </div>
  )
}

/** Only says that the workflow has not come to the release: nothing has to be put right. */
function isEarly({ code, message, details }: Preview['refusals'][number]): boolean {
  if (details.length > 0) return false
  return code === 'INVALID_STATE_TRANSITION' || message.endsWith('has not been started')
}

function Designs({ mains }: { mains: Preview['mains'] }) {
  const ids = mains.flatMap(({ designId }) => designId ?? [])
  const designs = useQueries({ queries: ids.map((id) => designQuery(id)) })
  const names = designs.flatMap(({ data }) =>
    data ? `${data.record.code} ${data.record.name}` : [],
  )
  return <>{[...names, ...(ids.length < mains.length ? [t('library')] : [])].join(', ')}</>
}
