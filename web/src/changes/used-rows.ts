/** Where-used as a tree that is read from an affected item up; pure. */

import type { UsedBy } from './impact-nodes'

type Parent = UsedBy['parents'][number]

export interface UsedRow<P extends Parent> {
  parent: P
  /** From 1. */
  depth: number
  /** What contains it stands above already. */
  isRepeated: boolean
}

/** Each use once, below what it contains; what leads further up is told at its first place alone. */
export function usedRows<P extends Parent>(number: string, parents: readonly P[]): UsedRow<P>[] {
  const above = new Map<string, P[]>()
  for (const parent of parents) {
    const known = above.get(parent.childItemNumber)
    if (known) known.push(parent)
    else above.set(parent.childItemNumber, [parent])
  }
  const told = new Set([number])
  const walk = (child: string, depth: number): UsedRow<P>[] =>
    (above.get(child) ?? []).flatMap((parent) => {
      const { itemNumber } = parent.item
      const isRepeated = told.has(itemNumber) && above.has(itemNumber)
      const row = { parent, depth, isRepeated }
      if (told.has(itemNumber)) return [row]
      told.add(itemNumber)
      return [row, ...walk(itemNumber, depth + 1)]
    })
  return walk(number, 1)
}

interface Used<P extends Parent> {
  item: { itemNumber: string }
  parents: readonly P[]
}

/** Each assembly above the items of a change that the change itself does not name, by how near it is. */
export function reached<P extends Parent>(
  whereUsed: readonly Used<P>[],
): { item: P['item']; level: number }[] {
  const named = new Set(whereUsed.map(({ item }) => item.itemNumber))
  const found = new Map<string, { item: P['item']; level: number }>()
  for (const { item, level } of whereUsed.flatMap(({ parents }) => parents)) {
    const known = found.get(item.itemNumber)
    if (!named.has(item.itemNumber) && (known?.level ?? Number.POSITIVE_INFINITY) > level)
      found.set(item.itemNumber, { item, level })
  }
  return [...found.values()].sort(
    (a, b) => a.level - b.level || (a.item.itemNumber < b.item.itemNumber ? -1 : 1),
  )
}
