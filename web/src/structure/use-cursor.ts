/** Where the cursor is in a structure, also while lines come, go and move. */

import { useEffect, useRef, useState } from 'react'
import { type GridState, START } from '../kit/grid/selection'
import { keysAbove, type Line } from './lines'
import type { LineTree } from './use-tree'

export interface Cursor {
  state: GridState
  setState: (next: GridState) => void
  /** The line that the cursor is on. */
  line: Line | undefined
  /** The lines that are selected, or else the one with the cursor. */
  chosen: () => Line[]
  /** Puts the cursor on a line by its place among all lines. */
  goTo: (index: number) => void
  /** Puts the cursor on a relation, once there is a line of it below the parent's line. */
  follow: (relationId: string) => void
}

export function useCursor(lines: readonly Line[], tree: LineTree): Cursor {
  const [kept, setState] = useState<GridState>(START)
  const wanted = useRef<string | null>(null)
  const last = Math.max(0, tree.rows.length - 1)
  const state = kept.row > last ? { ...kept, row: last } : kept
  const at = tree.rows[state.row]
  const put = (row: number) => setState((now) => ({ ...now, row, anchor: row }))
  const { reveal } = tree
  /** On the same line, wherever it went. */
  const stay = () => {
    const key = lastKey.current
    if (key === undefined || lines[at ?? -1]?.key === key) return
    const row = tree.rows.findIndex((index) => lines[index]?.key === key)
    if (row >= 0) put(row)
  }
  const lastKey = useRef<string | undefined>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks for what was wanted when lines change
  useEffect(() => {
    if (wanted.current === null) return stay()
    const index = lines.findIndex((line) => line.relation.id === wanted.current)
    if (index < 0) return
    const row = tree.rows.indexOf(index)
    if (row < 0) return reveal(keysAbove(lines[index]?.key ?? ''))
    wanted.current = null
    put(row)
  }, [lines, tree.rows])
  const line = at === undefined ? undefined : lines[at]
  useEffect(() => {
    lastKey.current = line?.key
  }, [line])
  return {
    state,
    setState,
    line,
    chosen: () => {
      const selected = lines.filter((one) => state.selected.has(one.key))
      return selected.length > 0 ? selected : line ? [line] : []
    },
    goTo: (index) => {
      const row = tree.rows.indexOf(index)
      if (row >= 0) put(row)
    },
    follow: (relationId) => {
      wanted.current = relationId
    },
  }
}
