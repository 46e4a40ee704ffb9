/** Where the change stands on its way to release. */

import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { stepHistoryQuery, workflowQuery } from '../api/changes'
import { classes } from '../kit/classes'
import { wordOf } from '../kit/i18n'
import styles from './rail.module.css'
import { railStates, wayTaken } from './rail-states'
import { t } from './texts'

export function StateRail({ id }: { id: string }) {
  const answer = useQuery(workflowQuery(id)).data
  const instance = answer?.instance
  const workflow = instance ?? answer?.upcoming
  const isOver = instance?.status === 'completed'
  const history = useQuery({ ...stepHistoryQuery(id), enabled: isOver }).data?.history
  if (!answer) return <WaitingRail />
  if (!workflow) return null
  const { states, transitions } = workflow
  const way = history
    ? wayTaken(states, history.map(({ toState }) => toState).reverse())
    : railStates(states, transitions, instance?.currentState.id)
  // Before its start a change stands where the workflow begins.
  const current = instance?.currentState ?? way[0]
  const now = way.findIndex((state) => state.id === current?.id)
  const isOff = now < 0
  return (
    <ol className={styles.rail} aria-label={t('steps')}>
      {way.map((state, index) => {
        const isDone = index < now || (index === now && isOver)
        return (
          <li
            key={state.id}
            className={classes(isDone && styles.done, index === now && styles.now)}
            aria-current={index === now ? 'step' : undefined}
          >
            <span className={styles.pip}>{isDone && <Check size={11} />}</span>
            {wordOf(state.name)}
          </li>
        )
      })}
      {isOff && (
        <li className={styles.now} aria-current="step">
          <span className={styles.pip} />
          {current && wordOf(current.name)}
        </li>
      )}
    </ol>
  )
}

/** The room of the rail, so that nothing moves when it comes. */
export function WaitingRail() {
  return (
    <div className={styles.rail} aria-hidden>
      &nbsp;
    </div>
  )
}
