/** Where main and the change differ from their common past: both values, and a choice. */

import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { affectedQuery, conflictsQuery, rebase, resolveConflicts } from '../api/changes'
import { keys } from '../api/keys'
import type { ChangeOrder } from '../api/types'
import { useWrite } from '../api/write'
import { Button } from '../kit/button'
import { passFocus } from '../kit/pass-focus'
import { EmptyState, LoadingRows } from '../kit/states'
import { QueryError } from '../records/query-error'
import { ConflictCard } from '../versions/conflict-card'
import {
  type Choices,
  chosenOf,
  placeOf,
  resolutionsOf,
  withChoice,
} from '../versions/conflict-choices'
import styles from './changes.module.css'
import impact from './impact.module.css'
import { t } from './texts'
import { useEditReason } from './use-list-reason'

const toRebase = passFocus('#rebase')

export function ConflictsView({ order }: { order: ChangeOrder }) {
  const answer = useQuery(conflictsQuery(order.id))
  const listed = useQuery(affectedQuery(order.id)).data?.affectedItems
  const [choices, choose] = useState<Choices>({})
  const refused = useEditReason(order)
  const changes = [keys.changeOrders, keys.items]
  const resolve = useWrite({
    send: (resolutions: Parameters<typeof resolveConflicts>[1], headers) =>
      resolveConflicts(order.id, resolutions, headers),
    changes,
    done: t('resolved'),
  })
  const move = useWrite({
    send: (_: undefined, headers) => rebase(order.id, headers),
    changes,
    done: t('rebased'),
  })
  if (answer.error) return <QueryError error={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <LoadingRows columns={3} />
  const { conflicts } = answer.data
  if (conflicts.length === 0) {
    return (
      <EmptyState
        icon={CircleCheck}
        title={t('noConflict')}
        actions={
          <Button
            id="rebase"
            reason={refused}
            aria-busy={move.isPending}
            onClick={() => move.mutate(undefined)}
          >
            {t('rebase')}
          </Button>
        }
      >
        {t('noConflictNote')}
      </EmptyState>
    )
  }
  const decided = resolutionsOf(conflicts, choices)
  const missing = conflicts.length - decided.length
  return (
    <>
      <div className={styles.sum}>
        <span>{t('conflictCount', { count: conflicts.length })}</span>
        <span className={styles.push}>
          <Button
            ref={toRebase}
            kind="primary"
            reason={refused ?? (missing > 0 ? t('chooseAll', { count: missing }) : null)}
            aria-busy={resolve.isPending}
            onClick={() => resolve.mutate(decided)}
          >
            {t('resolve')}
          </Button>
        </span>
      </div>
      <div className={impact.conflicts}>
        {conflicts.map((conflict) => (
          <ConflictCard
            key={placeOf(conflict)}
            conflict={conflict}
            name={listed?.find((one) => one.itemNumber === conflict.itemNumber)?.name}
            ours={t('ours')}
            at={`eco/${order.itemNumber}`}
            reason={refused}
            choice={chosenOf(choices, conflict)}
            onChoose={(take) => choose(withChoice(choices, conflict, take))}
          />
        ))}
      </div>
    </>
  )
}
