/** What a grid is given. */

import type { ReactNode } from 'react'
import type { Column, ColumnChoice } from './columns'
import type { GridState } from './selection'

export interface TreePlace {
  level: number
  /** Null for a row with nothing below. */
  isOpen: boolean | null
}

export interface GridTree {
  at: (index: number) => TreePlace
  toggle: (index: number) => void
  unfoldBelow: (index: number) => void
  /** The visible index of the row above in the tree, or -1. */
  parentOf: (index: number) => number
}

export interface CellChange<Row> {
  row: Row
  column: Column<Row>
  value: string
}

export interface GridProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  layout: readonly ColumnChoice[]
  count: number
  /** Undefined while the row is on its way. */
  rowAt: (index: number) => Row | undefined
  keyOf: (row: Row) => string
  state: GridState
  onState: (next: GridState) => void
  /** Such as `name:asc`. */
  order?: string
  onOrder?: (order: string) => void
  onLayout?: (layout: ColumnChoice[]) => void
  onOpen?: (row: Row) => void
  onPeek?: (row: Row) => void
  onChanges?: (changes: CellChange<Row>[]) => void
  /** Which rows are in sight. */
  onRange?: (first: number, last: number) => void
  tree?: GridTree
  /** Whether rows can be dragged; the caller takes the events. */
  isDraggable?: boolean
  /** A row in two lines, for a phone. */
  narrow?: (row: Row) => ReactNode
  className?: (row: Row) => string | undefined
}
