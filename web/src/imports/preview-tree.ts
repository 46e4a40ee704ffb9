/** A preview of an import as a tree: only what is unfolded is worked out; pure. */

import type { ImportPreview, Outcome } from '../api/imports'

export interface PreviewRow {
  key: string
  level: number
  /** Its place among the items. */
  item: number
  /** Its place among the lines; -1 for what stands on top. */
  line: number
  /** Null where nothing is below. */
  isOpen: boolean | null
  /** The index of the row above in the tree, or -1. */
  above: number
}

/** More rows than this nobody looks through; one assembly may stand in very many places. */
const MOST_ROWS = 200_000
/** Previews of this size are unfolded at first. */
const SMALL = 300

export interface PreviewIndex {
  /** Lines under each item, in the order of the list. */
  below: readonly (readonly number[])[]
  /** Lines whose parent is not known. */
  adrift: readonly number[]
  tops: readonly number[]
}

/** Whether a line stands or will, so that what is below its child is below it as well. */
function stands(outcome: Outcome | undefined): boolean {
  return outcome !== 'refused' && outcome !== 'removed'
}

export function indexPreview({ items, lines }: ImportPreview): PreviewIndex {
  const below: number[][] = items.numbers.map(() => [])
  const isBelow = new Uint8Array(items.numbers.length)
  const adrift: number[] = []
  lines.parents.forEach((parent, line) => {
    const child = lines.children[line] ?? -1
    if (parent < 0) adrift.push(line)
    else below[parent]?.push(line)
    if (stands(lines.outcomes[line])) isBelow[child] = 1
  })
  // What only a refused line names, or one that goes, stands there and not on top as well.
  lines.children.forEach((child, line) => {
    const hasRows = lines.outcomes[line] === 'removed' && (items.rows[child]?.length ?? 0) > 0
    if (below[child]?.length === 0 && !hasRows) isBelow[child] = 1
  })
  // What no row says comes last: lines that go.
  const place = (line: number) => lines.rows[line] || Number.MAX_SAFE_INTEGER
  for (const own of below) own.sort((one, other) => place(one) - place(other))
  return { below, adrift, tops: [...below.keys()].filter((item) => !isBelow[item]) }
}

/** What is told of a row: of its line where that differs, else of its item. */
export function outcomeOf({ items, lines }: ImportPreview, row: Pick<PreviewRow, 'item' | 'line'>) {
  const own = lines.outcomes[row.line]
  const ofItem = items.outcomes[row.item] ?? 'unchanged'
  return own === undefined || own === 'unchanged' || ofItem === 'refused' ? ofItem : own
}

/** The items below which, or on which, something has the outcome. */
function holders(preview: ImportPreview, index: PreviewIndex, wanted: Outcome): Uint8Array {
  const found = new Uint8Array(index.below.length)
  const seen = new Uint8Array(index.below.length)
  const visit = (item: number): number => {
    if (seen[item]) return found[item] ?? 0
    seen[item] = 1
    let holds = 0
    for (const line of index.below[item] ?? []) {
      const child = preview.lines.children[line] ?? -1
      const isWanted = outcomeOf(preview, { item: child, line }) === wanted
      const ofBelow = stands(preview.lines.outcomes[line]) ? visit(child) : 0
      holds |= Number(isWanted) | ofBelow
    }
    found[item] = holds
    return holds
  }
  for (const item of index.tops) visit(item)
  return found
}

/** The rows in sight; with `wanted` those of that outcome alone, and what stands above them. */
export function previewRows(
  preview: ImportPreview,
  index: PreviewIndex,
  isOpen: (key: string) => boolean,
  wanted: Outcome | null = null,
): PreviewRow[] {
  const rows: PreviewRow[] = []
  const held = wanted && holders(preview, index, wanted)
  const add = (item: number, line: number, level: number, above: number) => {
    if (rows.length >= MOST_ROWS) return
    // A line that closes a circle is refused, and is not followed.
    const below = stands(preview.lines.outcomes[line]) ? (index.below[item] ?? []) : []
    const isHolding = below.length > 0 && held?.[item] === 1
    if (held && !isHolding && outcomeOf(preview, { item, line }) !== wanted) return
    const key = `${above < 0 ? '' : rows[above]?.key}/${line < 0 ? `i${item}` : line}`
    const hasBelow = held ? isHolding : below.length > 0
    const opened = hasBelow ? held !== null || isOpen(key) : null
    const place = rows.push({ key, level, item, line, isOpen: opened, above }) - 1
    if (opened)
      for (const own of below) add(preview.lines.children[own] ?? -1, own, level + 1, place)
  }
  for (const item of index.tops) add(item, -1, 0, -1)
  for (const line of index.adrift) add(preview.lines.children[line] ?? -1, line, 0, -1)
  return rows
}

/** What is unfolded at first: all of a small preview, else what stands on top. */
export function openAtFirst(
  { lines }: ImportPreview,
  index: PreviewIndex,
): (key: string) => boolean {
  if (lines.parents.length <= SMALL) return () => true
  const tops = new Set(index.tops.slice(0, 1).map((item) => `/i${item}`))
  return (key) => tops.has(key)
}

const OUTCOMES = ['new', 'changed', 'unchanged', 'removed', 'refused'] as const

/** How many rows of the list come to what: each line once, and items without any. */
export function countOutcomes(preview: ImportPreview, index: PreviewIndex) {
  const counts = new Map<Outcome, number>(OUTCOMES.map((outcome) => [outcome, 0]))
  const count = (outcome: Outcome) => counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  for (const item of index.tops) count(outcomeOf(preview, { item, line: -1 }))
  preview.lines.children.forEach((item, line) => {
    count(outcomeOf(preview, { item, line }))
  })
  return OUTCOMES.map((outcome) => ({ outcome, count: counts.get(outcome) ?? 0 }))
}
