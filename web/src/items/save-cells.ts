/** Sends cells edited or pasted in a list; comes with the first of them. */

import { type BatchItem, batchUpdate, seenStates } from '../api/batch'
import type { Context } from '../api/items'
import { Problem } from '../api/problem'
import type { WriteHeaders } from '../api/write'
import type { CellChange } from '../kit/grid/types'
import { type AnyItem, plainText, rawValue } from './fields'
import { t } from './texts'
import { wireChanges } from './typed-unit'

export async function saveCells(
  changes: readonly CellChange<AnyItem>[],
  context: Context,
  headers: WriteHeaders,
) {
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
}

function changesByItem(changes: readonly CellChange<AnyItem>[]): BatchItem[] {
  const byItem = new Map<string, Record<string, unknown>>()
  for (const { row, column, value } of changes) {
    byItem.set(row.id, { ...byItem.get(row.id), ...changesOf(row, column.id, value) })
  }
  return [...byItem].map(([id, its]) => ({ id, changes: its }))
}

/** As it is typed or pasted, with what its figure is in where that is said: `12 g`, `2 weeks`. */
export function changesOf(row: AnyItem, field: string, text: string): Record<string, unknown> {
  return wireChanges(field, text, plainText(rawValue(row, 'costCurrency')))
}
