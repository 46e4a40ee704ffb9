/** The grid: a table or tree of any length, with the keys of a spreadsheet. */

import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { classes } from '../classes'
import { columnsInSight, type PlacedColumn, placeColumns } from './columns'
import styles from './grid.module.css'
import { GridHead } from './head'
import { GridRow } from './row'
import type { GridProps } from './types'
import { useGridActions } from './use-grid-actions'
import { useGridKeys } from './use-grid-keys'
import { type SeenRows, useRows, useSteadyCursor, useSteadyRows } from './use-rows'

const NARROW = '(max-width: 720px)'
const NARROW_ROW = 56
const HEAD = 30

export function Grid<Row>(given: GridProps<Row>) {
  const [editing, setEditing] = useState(false)
  const props = {
    ...given,
    ...useSteadyRows(given, editing),
    ...useSteadyCursor(given, editing),
  }
  const { count, rowAt, keyOf, state, tree } = props
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const size = useSize(box)
  const isNarrow = props.narrow !== undefined && size.isNarrow
  const columns = useMemo(
    () => placeColumns(props.columns, props.layout, size.width),
    [props.columns, props.layout, size.width],
  )
  const rowHeight = isNarrow ? NARROW_ROW : size.rowHeight
  const room = size.height - (isNarrow ? 0 : HEAD)
  const seen = useRows({ box, count, rowHeight, room })
  const pageRows = Math.max(1, Math.floor(room / rowHeight) - 1)
  const onScroll = () => {
    size.onScroll()
    seen.onScroll()
  }
  const showCursor = () => {
    intoSight(state, seen, columns, box.current)
    // What is edited has to be drawn before the next key.
    onScroll()
  }
  const actions = useGridActions({ props, columns, box, setEditing, isNarrow, showCursor })
  const keys = useGridKeys({
    props,
    columns,
    pageRows,
    isEditing: editing,
    isNarrow,
    ...actions,
  })
  useRange(props, seen.first, Math.max(0, seen.end - 1))
  useCursorInSight(state, seen, columns, box)
  const width = Math.max(size.width, (columns.at(-1)?.left ?? 0) + (columns.at(-1)?.width ?? 0))
  const sight = columnsInSight(columns, size.left, size.width)
  return (
    <div
      ref={box}
      className={classes(styles.grid, state.selected.size > 0 && styles.selecting)}
      role={tree ? 'treegrid' : 'grid'}
      aria-label={props.label}
      aria-rowcount={count + 1}
      aria-colcount={columns.length}
      aria-multiselectable
      aria-activedescendant={
        count > 0 ? `${id}-${state.row}-${isNarrow ? 0 : state.column}` : undefined
      }
      tabIndex={0}
      onScroll={onScroll}
      onKeyDown={keys.onKeyDown}
      onPointerMove={tellWhole}
      onCopy={keys.onCopy}
      onPaste={keys.onPaste}
    >
      {!isNarrow && <GridHead {...props} columns={columns} sight={sight} width={width} />}
      <div role="rowgroup" style={{ height: count * rowHeight }}>
        {Array.from({ length: seen.end - seen.first }, (_, at) => {
          const index = seen.first + at
          const row = rowAt(index)
          const isCursor = index === state.row
          const shared = { index, row, top: index * rowHeight, height: rowHeight }
          if (isNarrow && props.narrow) {
            return (
              <NarrowRow
                key={index}
                {...shared}
                id={`${id}-${index}`}
                width={size.width}
                onOpen={props.onOpen}
              >
                {row !== undefined && props.narrow(row)}
              </NarrowRow>
            )
          }
          return (
            <GridRow
              key={index}
              {...shared}
              id={`${id}-${index}`}
              columns={columns}
              first={sight[0]}
              last={sight[1]}
              width={width}
              isSelected={row !== undefined && state.selected.has(keyOf(row))}
              cursor={isCursor ? state.column : -1}
              isEditing={isCursor && editing}
              {...tree?.at(index)}
              isDraggable={props.isDraggable}
              className={row === undefined ? undefined : props.className?.(row)}
              actions={actions.row}
            />
          )
        })}
      </div>
    </div>
  )
}

interface NarrowRowProps<Row> {
  id: string
  index: number
  row: Row | undefined
  top: number
  height: number
  width: number
  onOpen?: (row: Row) => void
  children: React.ReactNode
}

function NarrowRow<Row>(props: NarrowRowProps<Row>) {
  const { id, index, row, top, height, width, onOpen, children } = props
  return (
    <div
      role="row"
      aria-rowindex={index + 1}
      className={styles.row}
      style={{ transform: `translateY(${top - HEAD}px)`, height, width }}
      onClick={() => row !== undefined && onOpen?.(row)}
    >
      <div id={`${id}-0`} role="gridcell" className={styles.narrow}>
        {children}
      </div>
    </div>
  )
}

/** Says all of what the cell under the pointer shows a part of; not while rows scroll below it. */
function tellWhole({ target }: { target: EventTarget }) {
  const cell = (target as Element).closest<HTMLElement>('[role=gridcell]')
  const text = cell?.lastElementChild ?? cell
  if (cell && text) cell.title = text.scrollWidth > text.clientWidth ? text.textContent : ''
}

function rowHeightNow(): number {
  const text = getComputedStyle(document.documentElement).getPropertyValue('--row')
  return Number.parseInt(text, 10) || 28
}

/** The room of the grid, and how far it is scrolled to the side. */
function useSize(box: React.RefObject<HTMLDivElement | null>) {
  const [room, setRoom] = useState({ width: 0, height: 0 })
  const [left, setLeft] = useState(0)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => setRoom({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return {
    ...room,
    left,
    isNarrow: window.matchMedia(NARROW).matches,
    rowHeight: rowHeightNow(),
    onScroll: () => setLeft(box.current?.scrollLeft ?? 0),
  }
}

function useRange<Row>({ onRange, count }: GridProps<Row>, first: number, last: number) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller may make its function anew
  useEffect(() => {
    if (count > 0) onRange?.(first, last)
  }, [first, last, count])
}

function useCursorInSight<Row>(
  { row, column }: { row: number; column: number },
  seen: SeenRows,
  columns: readonly PlacedColumn<Row>[],
  box: React.RefObject<HTMLDivElement | null>,
) {
  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a move of the cursor scrolls
  useEffect(() => {
    if (!isFirst.current) intoSight({ row, column }, seen, columns, box.current)
    isFirst.current = false
  }, [row, column])
}

function intoSight<Row>(
  { row, column }: { row: number; column: number },
  seen: SeenRows,
  columns: readonly PlacedColumn<Row>[],
  element: HTMLElement | null,
) {
  const active = columns[column]
  if (!element || !active) return
  seen.scrollTo(row)
  if (column === 0) return
  const pinned = columns[0]?.width ?? 0
  const right = active.left + active.width - element.clientWidth
  if (active.left - pinned < element.scrollLeft) element.scrollLeft = active.left - pinned
  else if (right > element.scrollLeft) element.scrollLeft = right
}
