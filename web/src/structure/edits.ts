/** Edits of a structure before they are saved, and what they make of it; pure. */

import type { LineItem, LineValues, Relation, Structure } from '../api/structure'
import type { Mark } from './lines'

export type Edit =
  | {
      do: 'set'
      id: string
      values: Partial<LineValues & { item: LineItem }>
      seen: LineValues
      isOrder?: true
    }
  | { do: 'add'; relation: Relation }
  | { do: 'remove'; id: string; seen: LineValues }
  | { do: 'move'; id: string; parentId: string; seen: LineValues }

/** As many lines as the server takes in one save. */
export const LARGEST_SAVE = 2000

/** One step of a person, undone as a whole. */
export type Step = readonly Edit[]

export interface Pending {
  structure: Structure
  marks: ReadonlyMap<string, Mark>
  relations: ReadonlyMap<string, Relation>
}

export function valuesOf(line: LineValues): LineValues {
  const { quantity, findNumber, referenceDesignator } = line
  return { quantity, findNumber, referenceDesignator }
}

function sameValues(one: LineValues, other: LineValues): boolean {
  return (
    one.quantity === other.quantity &&
    one.findNumber === other.findNumber &&
    one.referenceDesignator === other.referenceDesignator
  )
}

export function relationsById(structure: Structure): Map<string, Relation> {
  const found = new Map<string, Relation>()
  for (const siblings of structure.below.values())
    for (const relation of siblings) found.set(relation.id, relation)
  return found
}

/** The structure as it would stand; edits of what is there no longer do nothing. */
export function applySteps(base: Structure, steps: readonly Step[]): Pending {
  const before = relationsById(base)
  if (steps.length === 0) return { structure: base, marks: new Map(), relations: before }
  const below = new Map(base.below)
  const now = new Map(before)
  const removed = new Set<string>()
  const replace = (parentId: string, change: (all: readonly Relation[]) => Relation[]) =>
    below.set(parentId, change(below.get(parentId) ?? []))
  for (const edit of steps.flat()) {
    if (edit.do === 'add') {
      now.set(edit.relation.id, edit.relation)
      replace(edit.relation.parentId, (all) => [...all, edit.relation])
      continue
    }
    const relation = now.get(edit.id)
    if (!relation) continue
    if (edit.do === 'remove') removed.add(edit.id)
    else if (edit.do === 'set') {
      const after = { ...relation, ...edit.values }
      now.set(edit.id, after)
      replace(relation.parentId, (all) => all.map((one) => (one.id === edit.id ? after : one)))
    } else {
      const after = { ...relation, parentId: edit.parentId }
      now.set(edit.id, after)
      replace(relation.parentId, (all) => all.filter((one) => one.id !== edit.id))
      replace(edit.parentId, (all) => [...all, after])
    }
  }
  // Who moves a line up or down sees it move; who types a find number stays where they are.
  for (const edit of steps.flat()) {
    const line = edit.do === 'set' && edit.isOrder ? now.get(edit.id) : undefined
    if (line) replace(line.parentId, byFindNumber)
  }
  const marks = new Map<string, Mark>()
  for (const edit of steps.flat()) {
    const id = edit.do === 'add' ? edit.relation.id : edit.id
    const mark = markOf(before.get(id), now.get(id), removed.has(id))
    if (mark) marks.set(id, mark)
  }
  for (const id of removed) {
    const relation = now.get(id)
    if (relation && !before.has(id))
      replace(relation.parentId, (all) => all.filter((one) => one.id !== id))
  }
  return { structure: { ...base, below }, marks, relations: now }
}

/** As the server lists them: those without a number last. */
export function byFindNumber(siblings: readonly Relation[]): Relation[] {
  const place = ({ findNumber }: Relation) => findNumber ?? Number.POSITIVE_INFINITY
  return [...siblings].sort((one, other) => place(one) - place(other) || 0)
}

function markOf(
  before: Relation | undefined,
  now: Relation | undefined,
  isRemoved: boolean,
): Mark | undefined {
  if (!now || (isRemoved && !before)) return undefined
  if (isRemoved) return 'removed'
  if (!before) return 'added'
  if (before.parentId !== now.parentId) return 'moved'
  return sameValues(before, now) && before.item.id === now.item.id ? undefined : 'changed'
}

/** Whether an edit puts another child onto a line that is there: the server does not move it as well. */
export function isReplaced(steps: readonly Step[], id: string): boolean {
  const replaces = (edit: Edit) => edit.do === 'set' && edit.id === id && edit.values.item
  return !isNewId(id) && steps.flat().some(replaces)
}

/** What stands above an item, so that it is not put below itself. */
export function isAbove(structure: Structure, itemId: string, below: string): boolean {
  const waiting = [itemId]
  const seen = new Set(waiting)
  for (const id of waiting) {
    if (id === below) return true
    for (const relation of structure.below.get(id) ?? []) {
      if (seen.has(relation.item.id)) continue
      seen.add(relation.item.id)
      waiting.push(relation.item.id)
    }
  }
  return false
}

export const NEW = 'new:'

export function isNewId(id: string): boolean {
  return id.startsWith(NEW)
}
