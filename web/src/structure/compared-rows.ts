/** A comparison as rows with a before and an after; pure. */

import type { Comparison } from '../api/structure'
import type { Mark } from './lines'

type Summary = Comparison['added'][number]['item']
type Field = 'quantity' | 'findNumber' | 'referenceDesignator' | 'revision'
export const COMPARED_FIELDS: readonly Field[] = [
  'quantity',
  'findNumber',
  'referenceDesignator',
  'revision',
]

export interface ComparedRow {
  key: string
  mark: Mark
  item: Summary
  parent: Summary
  /** Where it was before, of one that moved. */
  source: Summary | null
  changes: Partial<Record<Field, { from: unknown; to: unknown }>>
}

/** What a CAD file calls a product that is no item has no id. */
const keyOf = ({ id, itemNumber }: Summary) => id || itemNumber

/** By parent, as the lines stand in the structure. */
export function comparedRows({ added, removed, changed, moved }: Comparison): ComparedRow[] {
  const row = (mark: Mark) => (line: Comparison['added'][number]) => ({
    key: `${mark} ${keyOf(line.parent)} ${keyOf(line.item)}`,
    mark,
    item: line.item,
    parent: line.parent,
    source: null,
    changes: line.changes as ComparedRow['changes'],
  })
  const rows: ComparedRow[] = [
    ...added.map(row('added')),
    ...removed.map(row('removed')),
    ...changed.map(row('changed')),
    ...moved.map((line) => ({
      key: `moved ${keyOf(line.from)} ${keyOf(line.to)} ${keyOf(line.item)}`,
      mark: 'moved' as const,
      item: line.item,
      parent: line.to,
      source: line.from,
      changes: line.changes as ComparedRow['changes'],
    })),
  ]
  return rows.sort(
    (one, other) =>
      one.parent.itemNumber.localeCompare(other.parent.itemNumber) ||
      one.item.itemNumber.localeCompare(other.item.itemNumber),
  )
}
