/** The steps that a change order took. */

import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { stepHistoryQuery } from '../api/changes'
import { formatDateTime } from '../kit/format'
import { wordOf } from '../kit/i18n'
import { EmptyState, LoadingRows } from '../kit/states'
import { Person } from '../records/person'
import styles from './changes.module.css'
import { stepLabel } from './labels'
import { t } from './texts'

export function StepHistory({ id }: { id: string }) {
  const answer = useQuery(stepHistoryQuery(id))
  if (answer.isPending) return <LoadingRows columns={3} rows={4} />
  const steps = answer.data?.history ?? []
  if (steps.length === 0) return <EmptyState icon={History} title={t('noSteps')} />
  return (
    <ol className={styles.steps} aria-label={t('history')}>
      {steps.map((step) => (
        <li key={step.id}>
          <b>{step.transition ? stepLabel(step.transition) : t('began')}</b>
          <span>
            {[step.fromState, step.toState]
              .flatMap((state) => (state ? wordOf(state) : []))
              .join(' → ')}
          </span>
          <Person name={step.user.name} />
          <time dateTime={step.timestamp} className="muted">
            {formatDateTime(step.timestamp)}
          </time>
          {step.comment && <p>{step.comment}</p>}
        </li>
      ))}
    </ol>
  )
}
