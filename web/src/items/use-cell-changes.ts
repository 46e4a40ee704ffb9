/** Saves cells edited or pasted in a list: all of them or none, if they are still as they were seen. */

import { type BatchItem, batchUpdate, seenStates } from '../api/batch'
import type { Context } from '../api/items'
import { keys } from '../api/keys'
import { Problem } from '../api/problem'
import { tellProblem } from '../api/tell'
import { useWrite } from '../api/write'
import { notSaved } from '../forms/not-saved'
import type { CellChange } from '../kit/grid/types'
import { notify } from '../kit/toast'
import type { AnyItem } from './fields'
import { t } from './texts'
import { wireValue } from './wire-value'

/** The server's limit for one change. */
const MOST_ITEMS = 500

export function useCellChanges(context: Context) {
  const save = useWrite({
    send: async (changes: CellChange<AnyItem>[], headers) => {
      const items = changesByItem(changes)
      const states = await seenStates(
        items.map(({ id }) => id),
        context,
      )
      // The list has no tags; what is in it must still be what the server has.
      const isStale = changes.some(({ row }) => states.get(row.id)?.modifiedAt !== row.modifiedAt)
      if (isStale) throw new Problem(412, 'PRECONDITION_FAILED', t('changedMeanwhile'))
      const guarded = items.map((one) => ({ ...one, ifMatch: states.get(one.id)?.etag }))
      const [first] = await batchUpdate({ items: guarded, context, dryRun: false }, headers)
      if (first) throw new Problem(400, first.error, first.details)
    },
    changes: [keys.items, keys.search],
    onProblem: (problem, changes) => {
      const [only, ...others] = changes
      if (!only || others.length > 0 || problem.status === 412) return false
      tellProblem(problem, notSaved(only.value))
      return true
    },
    done: (_, changes) => t('savedCells', { count: changes.length }),
  })
  return (changes: CellChange<AnyItem>[]) => {
    if (changesByItem(changes).length > MOST_ITEMS) notify({ kind: 'bad', text: t('tooManyItems') })
    else save.mutate(changes)
  }
}

function changesByItem(changes: CellChange<AnyItem>[]): BatchItem[] {
  const byItem = new Map<string, Record<string, unknown>>()
  for (const { row, column, value } of changes) {
    byItem.set(row.id, { ...byItem.get(row.id), [column.id]: wireValue(column.id, value) })
  }
  return [...byItem].map(([id, its]) => ({ id, changes: its }))
}
