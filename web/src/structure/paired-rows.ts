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
  const above = new Set<string>()
  const cameFrom = new Map(
    moved.map(({ item, from, to }) => [`${to.itemNumber}${STEP}${item.itemNumber}`, from]),
  )
  const wentTo = new Map(
    moved.map(({ item, from, to }) => [`${from.itemNumber}${STEP}${item.itemNumber}`, to]),
  )
  const walk = (a: LineItem | undefined, b: LineItem | undefined, level: number, way: string) => {
    const [leftHere, rightHere] = [a ?? b, b ?? a].map((item) => numberOf(item as LineItem))
    for (const pair of siblings(a && left.below.get(a.id), b && right.below.get(b.id))) {
      if (rows.length >= MOST_ROWS) break
      const number = numberOf(pair.relation.item)
      const key = `${way}${STEP}${number}`
      const away =
        pair.left === null
          ? cameFrom.get(`${rightHere}${STEP}${number}`)
          : wentTo.get(`${leftHere}${STEP}${number}`)
      const elsewhere = pair.left && pair.right ? undefined : away?.itemNumber
      const mark = elsewhere === undefined ? markOf(pair) : 'moved'
      rows.push({ key, level, ...pair, mark, elsewhere })
      if (above.has(number)) continue
      above.add(number)
      walk(pair.left?.item, pair.right?.item, level + 1, key)
      above.delete(number)
    }
  }
  walk(left.top, right.top, 1, '')
  return rows
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
export function exchanged({ added, removed, changed, moved, incomplete }: Comparison): Comparison {
  const turned = <Line extends { changes: ComparedLine['changes'] }>(line: Line): Line => ({
    ...line,
    changes: Object.fromEntries(
      Object.entries(line.changes).map(([name, { from, to }]) => [name, { from: to, to: from }]),
    ),
  })
  return {
    added: removed.map(turned),
    removed: added.map(turned),
    changed: changed.map(turned),
    moved: moved.map((line) => ({ ...turned(line), from: line.to, to: line.from })),
    incomplete,
  }
}

/**
 * The differences from a product tree of which only they are known: by assembly, with the structure's
 * own values where nothing differs.
 */
export function rowsOfFile(structure: Structure, comparison: Comparison): PairedRow[] {
  const known = new Map(
    [...structure.below.values()]
      .flat()
      .map((relation) => [`${relation.parentId} ${relation.item.id}`, relation]),
  )
  const groups = new Map<string, { parent: LineItem; rows: PairedRow[] }>()
  const put = (mark: Mark, line: ComparedLine, elsewhere?: string) => {
    const number = numberOf(line.parent)
    const own = known.get(`${line.parent.id} ${line.item.id}`)
    const side = (which: 'from' | 'to'): Relation => relationOf(line, own, which)
    const left = mark === 'added' ? null : side('from')
    const right = mark === 'removed' ? null : side('to')
    const relation = (right ?? left) as Relation
    const key = `${STEP}${number}${STEP}${numberOf(line.item)}`
    const group = groups.get(number) ?? { parent: line.parent, rows: [] as PairedRow[] }
    group.rows.push({ key, level: 2, left, right, relation, mark, elsewhere })
    groups.set(number, group)
  }
  for (const line of comparison.added) put('added', line)
  for (const line of comparison.removed) put('removed', line)
  for (const line of comparison.changed) put('changed', line)
  for (const { from, to, ...line } of comparison.moved)
    put('moved', { ...line, parent: to }, numberOf(from))
  return [...groups].flatMap(([number, { parent, rows }]) => {
    const relation: Relation = { ...NO_VALUES, id: number, parentId: '', item: parent }
    const head = { left: relation, right: relation, relation, mark: undefined }
    return [{ key: `${STEP}${number}`, level: 1, ...head, elsewhere: undefined }, ...rows]
  })
}

/** What a head row has no quantity of. */
const NO_VALUES = { quantity: Number.NaN, findNumber: null, referenceDesignator: null }

function relationOf(
  { item, parent, changes }: ComparedLine,
  own: Relation | undefined,
  which: 'from' | 'to',
): Relation {
  const value = <T>(name: string, otherwise: T): T => {
    const change = changes[name]
    return change ? (change[which] as T) : otherwise
  }
  return {
    id: own?.id ?? '',
    parentId: parent.id,
    item: { ...item, revision: value('revision', item.revision) },
    quantity: Number(value<unknown>('quantity', own?.quantity ?? Number.NaN)),
    findNumber: value('findNumber', own?.findNumber ?? null),
    referenceDesignator: value('referenceDesignator', own?.referenceDesignator ?? null),
  }
}
