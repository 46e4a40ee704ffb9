/** Removes, moves and orders lines, as keys, buttons and dragging ask for it. */

import type { Relation } from '../api/structure'
import { notify } from '../kit/toast'
import { type Deed, nextFindNumber, reorder } from './deeds'
import { type Edit, isAbove, isReplaced, valuesOf } from './edits'
import { keyAbove, type Line } from './lines'
import type { Shared } from './structure-bar'
import { t } from './texts'

export type Deeds = Record<Deed, () => void> & {
  /** Puts lines below another item; false when that cannot be. */
  moveTo: (lines: readonly Line[], parentId: string) => boolean
}

export function useDeeds(props: Shared): Deeds {
  const { editing, cursor, lines, reasonFor } = props
  const { structure, relations } = editing.pending
  const itemOf = (id: string) =>
    id === structure.top.id ? structure.top : relationsWith(relations, id)?.item
  const refuse = (text: string | null): boolean => {
    if (text) notify({ kind: 'bad', text })
    return text === null
  }
  const isFree = (parentId: string) => {
    const parent = itemOf(parentId)
    return parent !== undefined && refuse(reasonFor(parent))
  }
  const moveTo = (chosen: readonly Line[], parentId: string): boolean => {
    const edits: Edit[] = []
    for (const { relation } of once(chosen)) {
      if (relation.parentId === parentId) continue
      if (!refuse(moveRefusal(props, relation, parentId))) return false
      if (!refuse(isReplaced(editing.steps, relation.id) ? t('saveFirst') : null)) return false
      if (!isFree(relation.parentId) || !isFree(parentId)) return false
      edits.push({ do: 'move', id: relation.id, parentId, seen: valuesOf(relation) })
      const findNumber = nextFindNumber(structure.below.get(parentId) ?? [])
      const seen = valuesOf(relation)
      edits.push({ do: 'set', id: relation.id, values: { findNumber }, seen })
    }
    if (edits[0] && edits[0].do !== 'add') cursor.follow(edits[0].id)
    editing.add(edits)
    return edits.length > 0
  }
  const order = (by: -1 | 1) => {
    const relation = cursor.line?.relation
    if (!relation || !isFree(relation.parentId)) return
    const siblings = structure.below.get(relation.parentId) ?? []
    editing.add(reorder(siblings, relation.id, by))
  }
  const shift = (target: string | undefined) => {
    if (cursor.line && target) moveTo([cursor.line], target)
  }
  return {
    undo: editing.undo,
    redo: editing.redo,
    up: () => order(-1),
    down: () => order(1),
    out: () => shift(lineAbove(lines, cursor.line)?.relation.parentId),
    into: () => shift(siblingBefore(lines, cursor.line)?.relation.item.id),
    moveTo,
    remove: () => {
      const chosen = once(cursor.chosen()).filter((line) => line.mark !== 'removed')
      if (!chosen.every((line) => isFree(line.relation.parentId))) return
      editing.add(
        chosen.map(({ relation }) => ({
          do: 'remove' as const,
          id: relation.id,
          seen: valuesOf(relation),
        })),
      )
    },
  }
}

function relationsWith(relations: ReadonlyMap<string, Relation>, itemId: string) {
  for (const relation of relations.values()) if (relation.item.id === itemId) return relation
  return undefined
}

/** A relation that was selected at several places is one. */
function once(chosen: readonly Line[]): Line[] {
  return [...new Map(chosen.map((line) => [line.relation.id, line])).values()]
}

export function moveRefusal(
  { editing }: Pick<Shared, 'editing'>,
  relation: Relation,
  parentId: string,
): string | null {
  const { structure, marks } = editing.pending
  const { itemNumber: number, name } = relation.item
  const what = { number: number || name }
  if (isAbove(structure, relation.item.id, parentId)) return t('belowItself', what)
  const standing = structure.below.get(parentId) ?? []
  const isThere = standing.some(
    (one) => one.item.id === relation.item.id && marks.get(one.id) !== 'removed',
  )
  return isThere ? t('standsThere', what) : null
}

function lineAbove(lines: readonly Line[], line: Line | undefined): Line | undefined {
  const key = line && keyAbove(line.key)
  return key ? lines.find((one) => one.key === key) : undefined
}

function siblingBefore(lines: readonly Line[], line: Line | undefined): Line | undefined {
  const from = line ? lines.indexOf(line) : -1
  for (let at = from - 1; at >= 0; at -= 1) {
    const one = lines[at]
    if (!one || one.level < (line?.level ?? 0)) return undefined
    if (one.level === line?.level && one.mark !== 'removed') return one
  }
  return undefined
}
