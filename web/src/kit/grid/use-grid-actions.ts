/** What clicks and editors do in a grid; the same functions for ever, so that rows stay as drawn. */

import { type RefObject, useMemo, useRef } from 'react'
import { notify } from '../toast'
import type { PlacedColumn } from './columns'
import type { RowActions } from './row'
import { extendTo, moveTo, toggle } from './selection'
import type { GridProps } from './types'

interface Hands<Row> {
  props: GridProps<Row>
  columns: readonly PlacedColumn<Row>[]
  box: RefObject<HTMLDivElement | null>
  setEditing: (editing: boolean) => void
  /** Rows have no cells where the window is narrow. */
  isNarrow: boolean
  /** Scrolls to the cursor, and draws what is there. */
  showCursor: () => void
}

export function useGridActions<Row>(hands: Hands<Row>) {
  const now = useRef(hands)
  now.current = hands
  return useMemo(() => {
    const startEdit = () => begin(now.current)
    const row = rowActions(() => now.current, startEdit)
    return { startEdit, stopEdit: row.cancel, row }
  }, [])
}

function keyAt<Row>(props: GridProps<Row>) {
  return (index: number) => {
    const row = props.rowAt(index)
    return row === undefined ? undefined : props.keyOf(row)
  }
}

function begin<Row>({ props, columns, setEditing, isNarrow, showCursor }: Hands<Row>) {
  const row = props.rowAt(props.state.row)
  const column = columns[props.state.column]
  if (isNarrow || row === undefined || !column?.edit || !props.onChanges) return
  const reason = column.edit.reason?.(row)
  if (reason) return notify({ kind: 'bad', text: reason })
  showCursor()
  setEditing(true)
}

const STEPS = { stay: [0, 0], down: [1, 0], right: [0, 1], left: [0, -1] } as const

function rowActions<Row>(hands: () => Hands<Row>, startEdit: () => void): RowActions {
  /** The row under the first click of two: rows may come and move the others between them. */
  let pressed: string | undefined
  const bounds = () => ({ rows: hands().props.count, columns: hands().columns.length })
  const stopEditing = () => {
    hands().setEditing(false)
    hands().box.current?.focus()
  }
  return {
    press(index, column, event) {
      const { props } = hands()
      if (event.detail < 2) pressed = keyAt(props)(index)
      if (event.shiftKey) props.onState(extendTo(props.state, index, keyAt(props), bounds()))
      else if (event.ctrlKey || event.metaKey)
        props.onState(toggle(props.state, index, keyAt(props)))
      else props.onState(moveTo(props.state, index, column, bounds()))
    },
    toggle(index) {
      const { props } = hands()
      pressed = undefined
      props.onState(toggle(props.state, index, keyAt(props)))
    },
    open(index, column) {
      const { props, columns } = hands()
      const row = props.rowAt(index)
      if (row === undefined || props.keyOf(row) !== pressed) return
      if (columns[column]?.edit && props.onChanges) startEdit()
      else props.onOpen?.(row)
    },
    fold(index) {
      pressed = undefined
      hands().props.tree?.toggle(index)
    },
    cancel: stopEditing,
    commit(value, leave) {
      const { props, columns } = hands()
      const { state } = props
      const row = props.rowAt(state.row)
      const column = columns[state.column]
      stopEditing()
      if (row !== undefined && column?.edit && value !== column.edit.value(row))
        props.onChanges?.([{ row, column, value }])
      const [down, right] = STEPS[leave]
      if (down || right)
        props.onState(moveTo(state, state.row + down, state.column + right, bounds()))
    },
  }
}
