/** What a branch or a state does to the parts of a model, beside main; pure. */

import type { Comparison } from '../api/compare'
import type { ChangeMark } from './colours'

export interface ModelChanges {
  /** By item number. */
  marks: ReadonlyMap<string, ChangeMark>
  removed: readonly string[]
}

export function changesOf({ added, changed, moved, removed }: Comparison): ModelChanges {
  const marks = new Map<string, ChangeMark>()
  for (const { item } of moved) marks.set(item.itemNumber, 'moved')
  for (const { item } of changed) marks.set(item.itemNumber, 'changed')
  for (const { item } of added) marks.set(item.itemNumber, 'added')
  const gone = removed.map(({ item }) => item.itemNumber).filter((number) => !marks.has(number))
  return { marks, removed: [...new Set(gone)] }
}
