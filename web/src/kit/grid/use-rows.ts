/** The rows in sight of a box whose rows all have one height, so that no others are drawn. */

import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { GridState } from './selection'
import type { GridProps } from './types'

const OVERSCAN = 6

export interface SeenRows {
  first: number
  /** The index after the last. */
  end: number
  onScroll: () => void
  scrollTo: (index: number) => void
}

export function seenRows(top: number, room: number, height: number, count: number) {
  const first = Math.max(0, Math.min(count, top) - OVERSCAN)
  const end = Math.min(count, top + Math.ceil(room / height) + 1 + OVERSCAN)
  return { first, end }
}

interface Rows {
  box: RefObject<HTMLElement | null>
  count: number
  rowHeight: number
  /** What the rows have of the box: below its head. */
  room: number
}

export function useRows({ box, count, rowHeight, room }: Rows): SeenRows {
  const [top, setTop] = useState(0)
  const topNow = useCallback(
    () => Math.floor((box.current?.scrollTop ?? 0) / rowHeight),
    [box, rowHeight],
  )
  useLayoutEffect(() => setTop(topNow()), [topNow])
  return {
    ...seenRows(top, room, rowHeight, count),
    // At once, else the rows come a frame after the room for them.
    onScroll: () => flushSync(() => setTop(topNow())),
    scrollTo: (index) => {
      const element = box.current
      if (!element) return
      const from = index * rowHeight
      if (from < element.scrollTop) element.scrollTop = from
      else if (from + rowHeight > element.scrollTop + room)
        element.scrollTop = from + rowHeight - room
    },
  }
}

type Steady<Row> = Pick<GridProps<Row>, 'rowAt' | 'count' | 'tree'>

/** The rows as they are; while one of them is edited, as they stood when the edit began. */
export function useSteadyRows<Row>(now: Steady<Row>, isEditing: boolean): Steady<Row> {
  const kept = useRef(now)
  if (!isEditing) kept.current = now
  const { rowAt, count, tree } = kept.current
  // What had not come then may be scrolled to.
  return { count, tree, rowAt: (index) => rowAt(index) ?? now.rowAt(index) }
}

interface Cursor {
  state: GridState
  onState: (next: GridState) => void
}

/** The cursor, which stays in its row while that is edited, whatever comes and goes above it. */
export function useSteadyCursor({ state, onState }: Cursor, isEditing: boolean): Cursor {
  const row = useRef(state.row)
  if (!isEditing) row.current = state.row
  return {
    state: isEditing ? { ...state, row: row.current } : state,
    onState: (next) => {
      row.current = next.row
      onState(next)
    },
  }
}
