/** What a branch or a state does to the parts of a model, beside main; pure. */

import type { Comparison } from '../api/compare'
import type { ItemScene } from '../api/models'
import type { ChangeMark } from './colours'
import type { SceneItem } from './painting'

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

/** The other version's items, with what is not here any more, was of another shape or elsewhere marked so. */
export function pastItems(
  items: ItemScene['items'],
  here: ItemScene['items'],
  { marks, removed }: ModelChanges,
  reshaped: ReadonlySet<string>,
): SceneItem[] {
  const present = new Set(here.map(({ itemNumber }) => itemNumber))
  const gone = new Set(removed.filter((number) => !present.has(number)))
  const markOf = (number: string): ChangeMark | undefined => {
    if (gone.has(number)) return 'removed'
    if (reshaped.has(number)) return 'changed'
    return marks.get(number) === 'moved' ? 'moved' : undefined
  }
  return items.map((one) => ({ ...one, change: markOf(one.itemNumber) }))
}

/** The numbers of the items whose own models are of other files or versions. */
export function reshapedItems(
  items: ItemScene['items'],
  before: ItemScene['items'] | undefined,
): ReadonlySet<string> {
  const known = new Map(before?.map(({ itemNumber, model }) => [itemNumber, model?.digest]))
  const isOther = ({ itemNumber, model }: ItemScene['items'][number]) =>
    model && (known.get(itemNumber) ?? model.digest) !== model.digest
  return new Set(items.filter(isOther).map(({ itemNumber }) => itemNumber))
}
