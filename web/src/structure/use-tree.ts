/** Which lines of a structure are in sight: unfolded ones, or those that match. */

import { useCallback, useMemo, useState } from 'react'
import { hasChildren, indexTree, matchingRows, type TreeIndex, visibleRows } from '../kit/grid/tree'
import type { GridTree } from '../kit/grid/types'
import type { Line } from './lines'

/** What of a line makes its place in a tree. */
type TreeLine = Pick<Line, 'key' | 'level' | 'relation'>

/** Whether lines are below it that have not come yet. */
const hasMore = ({ relation }: TreeLine) => (relation.item.children ?? 0) > 0

/** Structures of this size are shown whole at first. */
const SMALL = 300

export interface LineTree {
  index: TreeIndex
  /** The lines in sight, by their places among all. */
  rows: readonly number[]
  /** The lines that match what is looked for, in order. */
  matches: readonly number[]
  grid: GridTree
  isAllOpen: boolean
  openTo: (level: number) => void
  /** Unfolds what hides a line, and the line itself. */
  reveal: (keys: readonly string[]) => void
}

type Open = ReadonlySet<string> | 'all'
const NOTHING: ReadonlySet<string> = new Set()

/**
 * `openAtFirst` are the keys of lines that begin unfolded; without it, all of a small structure, which is
 * known once more than its beginning is there.
 */
export function useTree(
  lines: readonly TreeLine[],
  find: string,
  openAtFirst?: () => ReadonlySet<string>,
  isBeginning = false,
): LineTree {
  const index = useMemo(() => indexTree(lines.map((line) => line.level - 1)), [lines])
  const first = () => openAtFirst?.() ?? (lines.length <= SMALL ? 'all' : NOTHING)
  const [chosen, setOpen] = useState<Open | null>(() => (isBeginning ? null : first()))
  if (chosen === null && !isBeginning) setOpen(first())
  const open = chosen ?? NOTHING
  const isOpen = (at: number) => open === 'all' || open.has(lines[at]?.key ?? '')
  const isMatching = find.trim() !== ''
  const matches = useMemo(() => matchesOf(lines, find), [lines, find])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `isOpen` is made of `open` and `lines`
  const rows = useMemo(() => {
    if (!isMatching) return visibleRows(index, isOpen)
    const wanted = new Set(matches)
    return matchingRows(index, (at) => wanted.has(at))
  }, [index, open, lines, matches, isMatching])
  const change = (edit: (now: Set<string>) => void) => {
    const now = new Set(open === 'all' ? lines.map((line) => line.key) : open)
    edit(now)
    setOpen(now)
  }
  const reveal = useCallback(
    (keys: readonly string[]) =>
      setOpen((now) => (now === 'all' ? now : new Set([...(now ?? NOTHING), ...keys]))),
    [],
  )
  return {
    index,
    rows,
    matches,
    grid: gridTree(lines, index, rows, (at) => isMatching || isOpen(at), change, isBeginning),
    isAllOpen: open === 'all',
    openTo: (level) => {
      if (level >= index.depth) return setOpen('all')
      setOpen(new Set(lines.filter((line) => line.level < level).map((line) => line.key)))
    },
    reveal,
  }
}

function matchesOf(lines: readonly TreeLine[], find: string): number[] {
  const text = find.trim().toLocaleLowerCase()
  if (text === '') return []
  const known = new Map<string, boolean>()
  return lines.flatMap(({ relation: { item, referenceDesignator } }, at) => {
    let isMatch = known.get(item.id)
    if (isMatch === undefined) {
      isMatch = `${item.itemNumber} ${item.name}`.toLocaleLowerCase().includes(text)
      known.set(item.id, isMatch)
    }
    return isMatch || referenceDesignator?.toLocaleLowerCase().includes(text) ? [at] : []
  })
}

type Change = (edit: (now: Set<string>) => void) => void

function gridTree(
  lines: readonly TreeLine[],
  index: TreeIndex,
  rows: readonly number[],
  isOpen: (at: number) => boolean,
  change: Change,
  isBeginning: boolean,
): GridTree {
  const lineAt = (row: number) => rows[row] ?? 0
  const keyAt = (at: number) => lines[at]?.key ?? ''
  return {
    at: (row) => {
      const line = lineAt(row)
      const level = index.level[line] ?? 0
      const own = lines[line]
      const isParent = hasChildren(index, line) || (isBeginning && own && hasMore(own))
      return { level, isOpen: isParent ? isOpen(line) : null }
    },
    toggle: (row) =>
      change((now) => {
        if (!now.delete(keyAt(lineAt(row)))) now.add(keyAt(lineAt(row)))
      }),
    unfoldBelow: (row) =>
      change((now) => {
        const end = index.end[lineAt(row)] ?? 0
        for (let at = lineAt(row); at < end; at += 1) now.add(keyAt(at))
      }),
    parentOf: (row) => rows.indexOf(index.parent[lineAt(row)] ?? -1),
  }
}
