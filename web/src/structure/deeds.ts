/** What keys do with the lines of a structure, and which edits that makes; pure. */

import type { Relation } from '../api/structure'
import { byFindNumber, type Edit, valuesOf } from './edits'

export type Deed = 'undo' | 'redo' | 'remove' | 'up' | 'down' | 'out' | 'into'

interface Press {
  key: string
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
}

const ARROWS: Readonly<Record<string, Deed>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'out',
  ArrowRight: 'into',
}

export function keyDeed({ key, altKey, ctrlKey, metaKey, shiftKey }: Press): Deed | null {
  const mod = ctrlKey || metaKey
  if (altKey) return mod ? null : (ARROWS[key] ?? null)
  if (mod && key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo'
  if (mod && key.toLowerCase() === 'y') return 'redo'
  return key === 'Delete' && !mod ? 'remove' : null
}

export function isTextField(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select')
}

const STEP = 10

/** Puts a line before or after its neighbour: by their find numbers, which are given where they lack. */
export function reorder(siblings: readonly Relation[], id: string, by: -1 | 1): Edit[] {
  const from = siblings.findIndex((one) => one.id === id)
  const to = from + by
  const [one, other] = [siblings[from], siblings[to]]
  if (!one || !other) return []
  const set = (relation: Relation, findNumber: number | null): Edit => ({
    do: 'set',
    id: relation.id,
    values: { findNumber },
    seen: valuesOf(relation),
    isOrder: true,
  })
  const { findNumber: first } = one
  const { findNumber: second } = other
  const isInOrder = byFindNumber(siblings).every((line, place) => line === siblings[place])
  if (isInOrder && first !== null && second !== null && first !== second)
    return [set(one, second), set(other, first)]
  const order = [...siblings]
  order[from] = other
  order[to] = one
  return order.flatMap((relation, place) => {
    const wanted = (place + 1) * STEP
    return relation.findNumber === wanted ? [] : [set(relation, wanted)]
  })
}

/** The find number after the last one, where lines have such numbers. */
export function nextFindNumber(siblings: readonly Relation[]): number | null {
  const numbers = siblings.flatMap(({ findNumber }) => findNumber ?? [])
  return numbers.length === 0 && siblings.length > 0 ? null : Math.max(0, ...numbers) + STEP
}
