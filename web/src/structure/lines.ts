/** A structure as the lines of a tree: each relation at all the places where it stands; pure. */

import type { Relation, Structure } from '../api/structure'

export type Mark = 'added' | 'changed' | 'moved' | 'removed'

/** Who holds what, by numbers: a lock holds its item on every branch. */
export type Locks = ReadonlyMap<string, string>

export interface Line {
  /** The numbers on the way down to it: it stays the same line when others come and go. */
  key: string
  /** From 1. */
  level: number
  relation: Relation
  /** How many stand in one of the top item. */
  total: number
  mark: Mark | undefined
}

/** Between the numbers of a key; no number holds it. */
const STEP = '\n'

/** The keys of the lines above, the highest first. */
export function keysAbove(key: string): string[] {
  const parts = key.split(STEP)
  return parts.slice(2).map((_, end) => parts.slice(0, end + 2).join(STEP))
}

/** The key of the line above; empty for a line of the top item. */
export function keyAbove(key: string): string {
  return key.slice(0, key.lastIndexOf(STEP))
}

/** Beyond this the page would freeze, and nobody reads it. */
export const MOST_LINES = 200_000

/** Sums and products of decimals without the dust of binary fractions. */
export function clean(value: number): number {
  return Number(value.toPrecision(12))
}

/** The lines depth first; removed ones stand there without what is below them. */
export function linesOf(structure: Structure, marks: ReadonlyMap<string, Mark>): Line[] {
  const lines: Line[] = []
  const above = new Set<string>()
  const walk = (itemId: string, level: number, way: string, many: number) => {
    above.add(itemId)
    for (const relation of structure.below.get(itemId) ?? []) {
      if (lines.length >= MOST_LINES) break
      const mark = marks.get(relation.id)
      const key = `${way}${STEP}${relation.item.itemNumber || relation.item.id}`
      const total = clean(many * relation.quantity)
      lines.push({ key, level, relation, total, mark })
      if (mark !== 'removed' && !above.has(relation.item.id))
        walk(relation.item.id, level + 1, key, total)
    }
    above.delete(itemId)
  }
  walk(structure.top.id, 1, '', 1)
  return lines
}

/** What a line is called where its number may not be known yet. */
export function lineLabel({ relation: { item } }: Pick<Line, 'relation'>): string {
  return item.itemNumber || item.wantedNumber || item.name
}
