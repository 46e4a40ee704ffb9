/**
 * The ids that lines and items came to have: the first save on a branch, whoever makes it, gives an item and all
 * its lines others there, and what is new gets its own. Edits that name the former go on with the present; pure.
 */

import type { Structure } from '../api/structure'
import type { Edit, Step } from './edits'

export type Ids = ReadonlyMap<string, string>

export function chained(ids: Ids, newer: Ids): Ids {
  const next = new Map(newer)
  for (const [former, id] of ids) next.set(former, newer.get(id) ?? id)
  return next
}

/** A line is the same by the numbers of its two items, an item by its own. */
export function changedIds(before: Structure, now: Structure): Ids {
  const present = idsByNumbers(now)
  const changed = new Map<string, string>()
  for (const [numbers, id] of idsByNumbers(before)) {
    const other = present.get(numbers)
    if (other && other !== id) changed.set(id, other)
  }
  return changed
}

function idsByNumbers({ top, below }: Structure): Map<string, string> {
  const numbers = new Map([[top.id, top.itemNumber]])
  for (const { item } of [...below.values()].flat()) numbers.set(item.id, item.itemNumber)
  const ids = new Map([...numbers].map(([id, number]) => [number, id]))
  for (const { id, parentId, item } of [...below.values()].flat())
    ids.set(`${numbers.get(parentId)}\n${item.itemNumber}`, id)
  return ids
}

export function withIds(steps: readonly Step[], ids: Ids): readonly Step[] {
  if (ids.size === 0) return steps
  const present = <T extends { id: string }>(one: T): T => ({
    ...one,
    id: ids.get(one.id) ?? one.id,
  })
  const below = (id: string) => ids.get(id) ?? id
  const renamed = (edit: Edit): Edit => {
    if (edit.do === 'add') {
      const { relation } = edit
      const { parentId, item } = relation
      return { ...edit, relation: { ...relation, parentId: below(parentId), item: present(item) } }
    }
    if (edit.do === 'move') return { ...present(edit), parentId: below(edit.parentId) }
    if (edit.do === 'remove' || !edit.values.item) return present(edit)
    return { ...present(edit), values: { ...edit.values, item: present(edit.values.item) } }
  }
  return steps.map((step) => step.map(renamed))
}
