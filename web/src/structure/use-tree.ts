/** Which lines of a structure are in sight: unfolded ones, or those that match. */

import { useMemo, useState } from 'react'
import type { BomLine } from '../api/structure'
import { hasChildren, indexTree, matchingRows, type TreeIndex, visibleRows } from '../kit/grid/tree'
import type { GridTree } from '../kit/grid/types'

/** Structures of this size are shown whole at first. */
const SMALL = 300

export interface LineTree {
  index: TreeIndex
  rows: readonly number[]
  grid: GridTree
  isAllOpen: boolean
  openTo: (level: number) => void
}

export function useTree(lines: readonly BomLine[], find: string): LineTree {
  const index = useMemo(() => indexTree(lines.map((line) => line.level - 1)), [lines])
  const small = lines.length <= SMALL
  const [open, setOpen] = useState<ReadonlySet<number> | 'all' | null>(null)
  const isOpen = useMemo(() => {
    const now = open ?? (small ? 'all' : new Set<number>())
    return now === 'all' ? () => true : (at: number) => now.has(at)
  }, [open, small])
  const rows = useMemo(() => {
    const text = find.trim().toLocaleLowerCase()
    if (text === '') return visibleRows(index, isOpen)
    return matchingRows(index, (at) => {
      const item = lines[at]?.item
      return `${item?.itemNumber} ${item?.name}`.toLocaleLowerCase().includes(text)
    })
  }, [index, isOpen, find, lines])
  const change = (edit: (now: Set<number>) => void) => {
    const now = new Set<number>()
    for (let at = 0; at < lines.length; at += 1) if (isOpen(at)) now.add(at)
    edit(now)
    setOpen(now)
  }
  const isMatching = find.trim() !== ''
  return {
    index,
    rows,
    grid: gridTree(index, rows, (at) => isMatching || isOpen(at), change),
    isAllOpen: open === 'all' || (open === null && small),
    openTo: (level) => {
      if (level >= index.depth) return setOpen('all')
      const below = lines.flatMap((_, at) => ((index.level[at] ?? 0) < level - 1 ? [at] : []))
      setOpen(new Set(below))
    },
  }
}

type Change = (edit: (now: Set<number>) => void) => void

function gridTree(
  index: TreeIndex,
  rows: readonly number[],
  isOpen: (at: number) => boolean,
  change: Change,
): GridTree {
  const lineAt = (row: number) => rows[row] ?? 0
  return {
    at: (row) => {
      const line = lineAt(row)
      const level = index.level[line] ?? 0
      return { level, isOpen: hasChildren(index, line) ? isOpen(line) : null }
    },
    toggle: (row) =>
      change((now) => {
        if (!now.delete(lineAt(row))) now.add(lineAt(row))
      }),
    unfoldBelow: (row) =>
      change((now) => {
        const end = index.end[lineAt(row)] ?? 0
        for (let at = lineAt(row); at < end; at += 1) now.add(at)
      }),
    parentOf: (row) => rows.indexOf(index.parent[lineAt(row)] ?? -1),
  }
}
