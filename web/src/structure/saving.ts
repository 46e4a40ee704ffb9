/** What a save of edits says, and what it made; pure. Comes once there is something to edit. */

import type {
  LineChange,
  LineItem,
  LineValues,
  NewItem,
  Relation,
  SavedStructure,
  Structure,
  StructureSave,
} from '../api/structure'
import { applySteps, isNewId, NEW, relationsById, type Step, valuesOf } from './edits'
import type { Ids } from './line-ids'
import type { Mark } from './lines'

let count = 0

/** An id for what the server has not seen yet. */
export function newId(): string {
  count += 1
  return `${NEW}${count}`
}

export interface Save extends StructureSave {
  /** The relation that each change is about. */
  ids: string[]
}

/** One change a line, with what its person saw, whatever the number of edits. */
export function saveOf(base: Structure, steps: readonly Step[], designId: string | null): Save {
  const { marks, relations } = applySteps(base, steps)
  const before = relationsById(base)
  const seen = firstSeen(steps)
  const placed = placedNewItems(marks, relations)
  const save: Save = { changes: [], items: [], ids: [] }
  for (const [id, mark] of marks) {
    const relation = relations.get(id)
    if (!relation || (isNewId(relation.parentId) && !placed.has(relation.parentId))) continue
    save.changes.push(changeOf(relation, mark, before.get(id), seen.get(id)))
    save.ids.push(id)
  }
  for (const item of placed.values()) save.items.push(newItem(item, designId))
  return save
}

function firstSeen(steps: readonly Step[]): Map<string, LineValues> {
  const seen = new Map<string, LineValues>()
  for (const edit of steps.flat())
    if (edit.do !== 'add' && !seen.has(edit.id)) seen.set(edit.id, edit.seen)
  return seen
}

/** New items that stand below something that is there, directly or not. */
function placedNewItems(
  marks: ReadonlyMap<string, Mark>,
  relations: ReadonlyMap<string, Relation>,
): Map<string, LineItem> {
  const placed = new Map<string, LineItem>()
  for (let many = -1; many < placed.size; ) {
    many = placed.size
    for (const [id, mark] of marks) {
      const relation = relations.get(id)
      if (!relation?.item.isNew || mark === 'removed') continue
      if (!isNewId(relation.parentId) || placed.has(relation.parentId))
        placed.set(relation.item.id, relation.item)
    }
  }
  return placed
}

function newItem(item: LineItem, designId: string | null): NewItem {
  const { id: ref, name, wantedNumber } = item
  return {
    ref,
    type: 'Part',
    name,
    designId,
    ...(wantedNumber && { itemNumber: wantedNumber }),
  }
}

function changeOf(
  relation: Relation,
  mark: Mark,
  before: Relation | undefined,
  seen: LineValues | undefined,
): LineChange {
  const source = isNewId(relation.parentId)
    ? { sourceRef: relation.parentId }
    : { sourceId: relation.parentId }
  if (mark === 'added') {
    const { item } = relation
    const target = item.isNew ? { targetRef: item.id } : { targetId: item.id }
    return { action: 'create', ...source, ...target, ...valuesOf(relation) }
  }
  const about = { id: relation.id, ...(seen && { expected: seen }) }
  if (mark === 'removed') return { action: 'delete', ...about }
  const changed = before ? changedValues(before, relation) : {}
  if (mark === 'moved') return { action: 'move', ...about, ...source, ...changed }
  const target = before && before.item.id !== relation.item.id
  return { action: 'update', ...about, ...changed, ...(target && { targetId: relation.item.id }) }
}

function changedValues(before: LineValues, now: LineValues): Partial<LineValues> {
  const found: Partial<LineValues> = {}
  if (before.quantity !== now.quantity) found.quantity = now.quantity
  if (before.findNumber !== now.findNumber) found.findNumber = now.findNumber
  if (before.referenceDesignator !== now.referenceDesignator)
    found.referenceDesignator = now.referenceDesignator
  return found
}

/** The structure with what a save made of it, until the server tells it anew, and the ids that it gave. */
export function savedStructure(
  base: Structure,
  steps: readonly Step[],
  save: Save,
  saved: SavedStructure,
): { structure: Structure; ids: Ids } {
  const { structure, marks } = applySteps(base, steps)
  const items = new Map(saved.items.map((item) => [item.ref, item]))
  const ids = new Map(saved.lines.map(({ index, id }) => [save.ids[index] ?? '', id]))
  for (const [ref, { id }] of items) ids.set(ref, id)
  const below = new Map<string, Relation[]>()
  for (const [parentId, siblings] of structure.below) {
    const parent = ids.get(parentId) ?? parentId
    const kept = siblings.filter((one) => marks.get(one.id) !== 'removed')
    below.set(
      parent,
      kept.map((one) => ({
        ...one,
        parentId: parent,
        item: items.get(one.item.id) ?? one.item,
        id: ids.get(one.id) ?? one.id,
      })),
    )
  }
  return { structure: { ...structure, below }, ids }
}
