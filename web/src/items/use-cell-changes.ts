/** Saves cells edited or pasted in a list: all of them or none, if they are still as they were seen. */

import type { Context } from '../api/items'
import { keys } from '../api/keys'
import { tellProblem } from '../api/tell'
import { useWrite } from '../api/write'
import { notSaved } from '../forms/not-saved'
import type { CellChange } from '../kit/grid/types'
import { notify } from '../kit/toast'
import type { AnyItem } from './fields'
import { t } from './texts'

/** The server's limit for one change. */
const MOST_ITEMS = 500

export function useCellChanges(context: Context) {
  const save = useWrite({
    send: async (changes: CellChange<AnyItem>[], headers) =>
      (await import('./save-cells')).saveCells(changes, context, headers),
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
    const rows = new Set(changes.map(({ row }) => row.id))
    if (rows.size > MOST_ITEMS) notify({ kind: 'bad', text: t('tooManyItems') })
    else save.mutate(changes)
  }
}
