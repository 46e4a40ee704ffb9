/** Saves cells edited or pasted in a list; one by one with the state that was seen. */

import { useQueryClient } from '@tanstack/react-query'
import { itemQuery, MAIN, updateItem } from '../api/items'
import { keys } from '../api/keys'
import { Problem } from '../api/problem'
import { useWrite } from '../api/write'
import type { CellChange } from '../kit/grid/types'
import type { AnyItem } from './fields'
import { t } from './texts'
import { wireValue } from './wire-value'

export function useCellChanges() {
  const client = useQueryClient()
  const save = useWrite({
    send: async (changes: CellChange<AnyItem>[], headers) => {
      for (const [id, change] of changesByItem(changes)) {
        // The list has no tags; what is in it must still be what the server has.
        const { record, etag } = await client.fetchQuery({ ...itemQuery(id), staleTime: 0 })
        const seen = changes.find((one) => one.row.id === id)?.row
        if (record.modifiedAt !== seen?.modifiedAt)
          throw new Problem(412, 'PRECONDITION_FAILED', t('changedMeanwhile'))
        await updateItem(id, MAIN, change, etag ? { ...headers, 'If-Match': etag } : headers)
      }
    },
    changes: [keys.items, keys.search],
    done: (_, changes) => t('savedCells', { count: changes.length }),
  })
  return (changes: CellChange<AnyItem>[]) => save.mutate(changes)
}

function changesByItem(changes: CellChange<AnyItem>[]): Map<string, Record<string, unknown>> {
  const byItem = new Map<string, Record<string, unknown>>()
  for (const { row, column, value } of changes) {
    byItem.set(row.id, { ...byItem.get(row.id), [column.id]: wireValue(column.id, value) })
  }
  return byItem
}
