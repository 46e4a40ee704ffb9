/** Two structures as one tree whose rows hold a line of either side; pure. */

import type { ComparedLine, Comparison } from '../api/compare'
import type { LineItem, Relation, Structure } from '../api/structure'
import { indexTree, matchingRows } from '../kit/grid/tree'
import type { Mark } from './lines'

export interface PairedRow {
  key: string
  /** From 1. */
  level: number
  left: Relation | null
  right: Relation | null
  /** Of the sides the one that is there. */
  relation: Relation
  mark: Mark | undefined
  /** The assembly in which a line that moved stands at the other side. */
  elsewhere: string | undefined
}

const MOST_ROWS = 200_000
const STEP = '\n'
const numberOf = ({ itemNumber, name }: Pick<LineItem, 'itemNumber' | 'name'>) => itemNumber || name

/** Every line of either side, at its place; what is the same on both stands once. */
export function pairedRows(left: Structure, right: Structure, { moved }: Comparison): PairedRow[] {
  const rows: PairedRow[] = []
  /** The numbers above a line, and the keys before it. */
  const met = new Set<string>()
  const ways = (here: 'from' | 'to', away: 'from' | 'to') =>
    new Map(moved.map((one) => [`${one[here].itemNumber}${STEP}${one.item.itemNumber}`, one[away]]))
  const cameFrom = ways('to', 'from')
  const wentTo = ways('from', 'to')
  const walk = (a: LineItem | undefined, b: LineItem | undefined, level: number, way: string) => {
    const [leftHere, rightHere] = [a ?? b, b ?? a].map((item) => numberOf(item as LineItem))
    for (const pair of siblings(a && left.below.get(a.id), b && right.below.get(b.id))) {
      if (rows.length >= MOST_ROWS) break
      const number = numberOf(pair.relation.item)
      let key = `${way}${STEP}${number}`
      // Two products of a file may go by one name.
      if (met.has(key)) key += `+${rows.length}`
      met.add(key)
      const away =
        pair.left === null
          ? cameFrom.get(`${rightHere}${STEP}${number}`)
          : wentTo.get(`${leftHere}${STEP}${number}`)
      const elsewhere = pair.left && pair.right ? undefined : away?.itemNumber
      const mark = elsewhere === undefined ? markOf(pair) : 'moved'
      rows.push({ key, level, ...pair, mark, elsewhere })
      if (met.has(number)) continue
      met.add(number)
      walk(...inner(pair, number), level + 1, key)
      met.delete(number)
    }
  }
  // What contains the other is not paired with it: the other's lines stand where it is built in.
  const [isOuter, isInner] = [contains(left, right.top), contains(right, left.top)]
  const inner = ({ left: own, right: other }: Pair, number: string) =>
    [
      isInner && !own && number === numberOf(left.top) ? left.top : own?.item,
      isOuter && !other && number === numberOf(right.top) ? right.top : other?.item,
    ] as const
  walk(isInner ? undefined : left.top, isOuter ? undefined : right.top, 1, '')
  return rows
}

/** Whether another item is built in somewhere. */
function contains({ top, below }: Structure, other: LineItem): boolean {
  const number = numberOf(other)
  if (numberOf(top) === number) return false
  for (const relations of below.values())
    if (relations.some(({ item }) => numberOf(item) === number)) return true
  return false
}

type Pair = Pick<PairedRow, 'left' | 'right' | 'relation'>

/** The children of one assembly on both sides, in the order of the right; what is gone comes before what followed it. */
function siblings(left: readonly Relation[] = [], right: readonly Relation[] = []): Pair[] {
  const later = new Map(right.map((relation) => [numberOf(relation.item), relation]))
  const gone = new Map<string | null, Relation[]>()
  const before = new Map<string, Relation>()
  let last: string | null = null
  for (const relation of left) {
    const number = numberOf(relation.item)
    before.set(number, relation)
    if (later.has(number)) last = number
    else gone.set(last, [...(gone.get(last) ?? []), relation])
  }
  const removed = (after: string | null) =>
    (gone.get(after) ?? []).map((relation): Pair => ({ left: relation, right: null, relation }))
  return [
    ...removed(null),
    ...right.flatMap((relation): Pair[] => {
      const number = numberOf(relation.item)
      return [
        { left: before.get(number) ?? null, right: relation, relation },
        ...removed(before.has(number) ? number : ''),
      ]
    }),
  ]
}

function markOf({ left, right }: Pair): Mark | undefined {
  if (!left) return 'added'
  if (!right) return 'removed'
  return VALUES.some((value) => value(left) !== value(right)) ? 'changed' : undefined
}

/** What a line and its item hold that is compared. */
const VALUES: readonly ((relation: Relation) => unknown)[] = [
  (relation) => relation.quantity,
  (relation) => relation.findNumber,
  (relation) => relation.referenceDesignator ?? '',
  (relation) => relation.item.revision,
]

/** The rows that differ, with the assemblies above them. */
export function differingRows(rows: readonly PairedRow[]): PairedRow[] {
  const index = indexTree(rows.map((row) => row.level - 1))
  const places = matchingRows(index, (at) => rows[at]?.mark !== undefined)
  return places.map((at) => rows[at] as PairedRow)
}

/** What is unfolded at first: not what is below an assembly that came or went with all it holds. */
export function openedKeys(rows: readonly PairedRow[]): ReadonlySet<string> {
  return new Set(rows.filter(({ left, right }) => left && right).map(({ key }) => key))
}

/** The sides exchanged. */
export function exchanged(comparison: Comparison): Comparison {
  const { added, removed, changed, moved } = comparison
  const turned = <Line extends { changes: ComparedLine['changes'] }>(line: Line): Line => ({
    ...line,
    changes: Object.fromEntries(
      Object.entries(line.changes).map(([name, { from, to }]) => [name, { from: to, to: from }]),
    ),
  })
  return {
    ...comparison,
    added: removed.map(turned),
    removed: added.map(turned),
    changed: changed.map(turned),
    moved: moved.map((line) => ({ ...turned(line), from: line.to, to: line.from })),
  }
}

/** What the product tree of a file holds: the structure's own lines but for what differs. */
export function structureOfFile(own: Structure, comparison: Comparison): Structure {
  const below = new Map<string, Relation[]>()
  const put = (parentId: string, relation: Relation) => {
    const siblings = below.get(parentId)
    if (siblings) siblings.push(relation)
    else below.set(parentId, [relation])
  }
  const placeOf = (parent: { id: string }, item: { id: string }) => `${parent.id} ${item.id}`
  const gone = new Set(comparison.removed.map(({ parent, item }) => placeOf(parent, item)))
  for (const { from, item } of comparison.moved) gone.add(placeOf(from, item))
  const changed = new Map(
    comparison.changed.map(({ parent, item, changes }) => [placeOf(parent, item), changes]),
  )
  const quantities = new Map<string, number>()
  for (const [parentId, relations] of own.below)
    for (const relation of relations) {
      const place = placeOf({ id: parentId }, relation.item)
      quantities.set(place, relation.quantity)
      if (gone.has(place)) continue
      const quantity = quantityOf(changed.get(place), relation.quantity)
      put(parentId, { ...relation, parentId, quantity })
    }
  for (const { parent, item, changes } of comparison.added)
    put(parent.id, lineOf(parent.id, item, quantityOf(changes, 1)))
  for (const { from, to, item, changes } of comparison.moved)
    put(to.id, lineOf(to.id, item, quantityOf(changes, quantities.get(placeOf(from, item)) ?? 1)))
  return { top: own.top, below, incomplete: comparison.incomplete }
}

function quantityOf(changes: ComparedLine['changes'] | undefined, otherwise: number): number {
  const change = changes?.quantity
  return change ? Number(change.to) : otherwise
}

function lineOf(parentId: string, item: LineItem, quantity: number): Relation {
  const id = `${parentId} ${item.id}`
  return { id, parentId, item, quantity, findNumber: null, referenceDesignator: null }
}
