/** Applies keys, copies and pastes to a grid. */

import type { ClipboardEvent, KeyboardEvent } from 'react'
import { tellLeftOut } from '../left-out'
import { readCells, writeCells } from './clipboard'
import type { PlacedColumn } from './columns'
import { type GridAction, gridAction } from './keyboard'
import { meantBy } from './meant-by'
import {
  type Bounds,
  extendTo,
  type GridState,
  moveTo,
  selectAll,
  selectNone,
  toggle,
} from './selection'
import type { CellChange, GridProps } from './types'

interface Helm<Row> {
  props: GridProps<Row>
  columns: readonly PlacedColumn<Row>[]
  pageRows: number
  isEditing: boolean
  isNarrow: boolean
  startEdit: () => void
  stopEdit: () => void
}

export function useGridKeys<Row>(helm: Helm<Row>) {
  const { props, columns } = helm
  const bounds: Bounds = { rows: props.count, columns: columns.length }
  const keyAt = (index: number) => {
    const row = props.rowAt(index)
    return row === undefined ? undefined : props.keyOf(row)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (helm.isEditing) {
      // Of an editor that is there, keys come from itself; of one scrolled away, from the grid.
      if (event.target !== event.currentTarget) return
      helm.stopEdit()
    }
    if (props.count === 0) return
    const { column } = props.state
    const place = { column, isTree: props.tree !== undefined, pageRows: helm.pageRows }
    const action = gridAction(event, place)
    if (!action) {
      // The digit itself goes to the editor, which is there before the key has been told on.
      const isNumber = !helm.isNarrow && columns[column]?.edit?.kind === 'number'
      if (isNumber && isFigure(event)) helm.startEdit()
      return
    }
    if (action.do === 'none' && props.state.selected.size === 0) return
    event.preventDefault()
    event.stopPropagation()
    act(helm, action, bounds, keyAt)
  }
  const onCopy = (event: ClipboardEvent) => {
    if (helm.isEditing) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', writeCells(cellsToCopy(helm)))
  }
  const onPaste = (event: ClipboardEvent) => {
    if (helm.isEditing || !props.onChanges) return
    event.preventDefault()
    const cells = readCells(event.clipboardData.getData('text/plain'))
    tellLeftOut(cells.flat().length - cellsWithRoom(helm, cells))
    const changes = pastedChanges(helm, cells)
    if (changes.length > 0) props.onChanges(changes)
  }
  return { onKeyDown, onCopy, onPaste, bounds, keyAt }
}

function isFigure({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return /^\d$/.test(key) && !ctrlKey && !metaKey && !altKey
}

type KeyAt = (index: number) => string | undefined

function act<Row>(helm: Helm<Row>, action: GridAction, bounds: Bounds, keyAt: KeyAt) {
  const { state, onState, rowAt, onPeek } = helm.props
  const row = rowAt(state.row)
  switch (action.do) {
    case 'move':
    case 'edge':
      return onState(moved(state, action, bounds, keyAt))
    case 'toggle':
      return onState(toggle(state, state.row, keyAt))
    case 'all':
      return onState(selectAll(state, keyAt, bounds))
    case 'none':
      return onState(selectNone(state))
    case 'edit':
      return helm.startEdit()
    case 'open':
      return openOrEdit(helm, row)
    case 'peek':
      return row && onPeek?.(row)
    default:
      return fold(helm, action.do, bounds)
  }
}

/** The cell is edited where it can be; else its row is opened, where rows are. */
function openOrEdit<Row>(helm: Helm<Row>, row: Row | undefined) {
  const { state, onChanges, onOpen } = helm.props
  const edit = onChanges && !helm.isNarrow && helm.columns[state.column]?.edit
  const isOpened = !edit || (row !== undefined && onOpen && edit.reason?.(row))
  if (!isOpened) helm.startEdit()
  else if (row !== undefined) onOpen?.(row)
}

type Movement = Extract<GridAction, { do: 'move' | 'edge' }>

function moved(state: GridState, action: Movement, bounds: Bounds, keyAt: KeyAt): GridState {
  const edge = (to: 'first' | 'last' | undefined, now: number, count: number) =>
    to === undefined ? now : to === 'first' ? 0 : count - 1
  const row =
    action.do === 'move' ? state.row + action.rows : edge(action.rows, state.row, bounds.rows)
  const column =
    action.do === 'move'
      ? state.column + action.columns
      : edge(action.columns, state.column, bounds.columns)
  return action.extend ? extendTo(state, row, keyAt, bounds) : moveTo(state, row, column, bounds)
}

/** Right on an open row goes in, Left on a closed one goes up, as in every tree. */
function fold<Row>(helm: Helm<Row>, how: 'fold' | 'unfold' | 'unfoldBelow', bounds: Bounds) {
  const { tree, state, onState } = helm.props
  if (!tree) return
  const { isOpen } = tree.at(state.row)
  if (how === 'unfoldBelow') tree.unfoldBelow(state.row)
  else if (how === 'unfold' && isOpen === false) tree.toggle(state.row)
  else if (how === 'unfold' && isOpen === true) onState(moveTo(state, state.row + 1, 0, bounds))
  else if (how === 'unfold') onState(moveTo(state, state.row, 1, bounds))
  else if (isOpen === true) tree.toggle(state.row)
  else if (tree.parentOf(state.row) >= 0)
    onState(moveTo(state, tree.parentOf(state.row), 0, bounds))
}

function cellsToCopy<Row>({ props, columns }: Helm<Row>): string[][] {
  const { state, rowAt, keyOf, count } = props
  if (state.selected.size === 0) {
    const row = rowAt(state.row)
    return [[row === undefined ? '' : (columns[state.column]?.text(row) ?? '')]]
  }
  const cells: string[][] = []
  for (let index = 0; index < count; index += 1) {
    const row = rowAt(index)
    if (row !== undefined && state.selected.has(keyOf(row)))
      cells.push(columns.map((column) => column.text(row)))
  }
  return cells
}

/** How many of the cells have a place where they may be written. */
function cellsWithRoom<Row>({ props, columns }: Helm<Row>, cells: string[][]): number {
  const { state, rowAt } = props
  const places = cells.flatMap((values, down) => {
    const row = rowAt(state.row + down)
    const below = values.map((_, right) => columns[state.column + right]?.edit)
    return row === undefined ? [] : below.filter((edit) => edit && !edit.reason?.(row))
  })
  return places.length
}

function pastedChanges<Row>({ props, columns }: Helm<Row>, cells: string[][]): CellChange<Row>[] {
  const { state, rowAt } = props
  return cells.flatMap((values, down) => {
    const row = rowAt(state.row + down)
    if (row === undefined) return []
    return values.flatMap((text, right) => {
      const column = columns[state.column + right]
      if (!column?.edit || column.edit.reason?.(row)) return []
      const value = meantBy(text, column.edit.choices ?? [])
      return value === column.edit.value(row) ? [] : [{ row, column, value }]
    })
  })
}
