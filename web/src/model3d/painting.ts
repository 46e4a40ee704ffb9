/** Which colour each node of a model takes, and what the colours mean; pure. */

import type { ItemScene } from '../api/models'
import { type ChangeMark, type Colouring, colourOf, matchKey } from './colours'
import type { ModelNode } from './model-tree'

export type SceneItem = ItemScene['items'][number] & { change?: ChangeMark }
/** What is told of an item that is the same in both versions. */
export const UNCHANGED = 'unchanged'

const TOLD: Partial<Record<Colouring, (item: SceneItem) => string | null | undefined>> = {
  state: ({ state }) => state,
  material: ({ material }) => material,
  change: ({ change }) => change ?? UNCHANGED,
}

type Marks = readonly Readonly<Record<string, unknown>>[]

/**
 * The item that a node stands for: said by the scene, or known by the number or name that its product or itself has.
 * The whole is the first of them, whatever its file calls it.
 */
export function itemsOf(
  nodes: readonly ModelNode[],
  marks: Marks,
  items: readonly SceneItem[],
): (SceneItem | undefined)[] {
  const known = new Map<string, SceneItem>()
  for (const item of items) known.set(matchKey(item.name), item)
  for (const item of items) known.set(matchKey(item.itemNumber), item)
  return nodes.map(({ id, name }) => {
    const { item: said, product } = marks[id] ?? {}
    if (typeof said === 'number') return items[said]
    const ofProduct = typeof product === 'string' ? known.get(matchKey(product)) : undefined
    return ofProduct ?? known.get(matchKey(name)) ?? (id === 0 ? items[0] : undefined)
  })
}

/** What the colour of a node tells: its own, or that of what it stands in. */
export function textsOf(
  by: Colouring,
  nodes: readonly ModelNode[],
  marks: Marks,
  items: readonly SceneItem[],
): (string | null)[] {
  const own = itemsOf(nodes, marks, items)
  // By depth, what the last node there told: the nearest one above comes first.
  const above: (string | null)[] = []
  return nodes.map(({ id, name, depth, isLeaf }) => {
    const item = own[id]
    const listed = item && TOLD[by]?.(item)
    // What the list has as before may stand elsewhere all the same.
    const stands = by === 'change' && listed !== 'added' ? marks[id]?.displaced : undefined
    const told = (stands as ChangeMark | undefined) ?? listed
    const ownText = by === 'part' ? (isLeaf ? matchKey(item?.itemNumber ?? name) : null) : told
    const text = ownText ?? above[depth - 1] ?? null
    // That the whole is listed as before says nothing of a part that is no item.
    above[depth] = text === UNCHANGED && id === 0 ? null : text
    return text
  })
}

export function coloursOf(
  by: Colouring,
  nodes: readonly ModelNode[] | null,
  marks: Marks,
  items: readonly SceneItem[],
): ReadonlyMap<number, string> | null {
  if (by === 'cad' || !nodes) return null
  const texts = textsOf(by, nodes, marks, items)
  return new Map(nodes.map(({ id }) => [id, colourOf(by, texts[id])]))
}

/** Each colour with what it means and on how many parts it is; most first. */
export function legendOf(
  by: Colouring,
  nodes: readonly ModelNode[],
  marks: Marks,
  items: readonly SceneItem[],
): { text: string | null; colour: string; count: number }[] {
  const texts = textsOf(by, nodes, marks, items)
  const counts = new Map<string | null, number>()
  for (const { id, isLeaf } of nodes) {
    const text = texts[id] ?? null
    if (isLeaf) counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return [...counts]
    .map(([text, count]) => ({ text, colour: colourOf(by, text), count }))
    .toSorted((one, other) => other.count - one.count)
}
