/** The parts of a structure, each once with all that is needed of it; pure. */

import type { LineItem } from '../api/structure'
import { clean, type Line } from './lines'

export interface PartSum {
  item: LineItem
  /** How many stand in one of the top item. */
  total: number
  /** The lines that name it. */
  places: number
}

/** By number; what is to be removed is no longer needed. */
export function eachOnce(lines: readonly Line[], find: string): PartSum[] {
  const sums = new Map<string, PartSum>()
  for (const { relation, total, mark } of lines) {
    if (mark === 'removed') continue
    const sum = sums.get(relation.item.id) ?? { item: relation.item, total: 0, places: 0 }
    sum.total += total
    sum.places += 1
    sums.set(relation.item.id, sum)
  }
  const wanted = find.trim().toLowerCase()
  return [...sums.values()]
    .filter(({ item }) => `${item.itemNumber} ${item.name}`.toLowerCase().includes(wanted))
    .map((sum) => ({ ...sum, total: clean(sum.total) }))
    .sort((a, b) => a.item.itemNumber.localeCompare(b.item.itemNumber, 'en', { numeric: true }))
}
