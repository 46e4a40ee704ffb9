/** One row: its cells in sight, its place in the tree, its mark. */

import { ChevronRight } from 'lucide-react'
import { type MouseEvent, memo } from 'react'
import { classes } from '../classes'
import { Skeleton } from '../skeleton'
import { CellEditor, type Leave } from './cell-editor'
import type { PlacedColumn } from './columns'
import styles from './grid.module.css'
import type { TreePlace } from './types'

export interface RowActions {
  press: (index: number, column: number, event: MouseEvent) => void
  toggle: (index: number) => void
  open: (index: number, column: number) => void
  fold: (index: number) => void
  commit: (value: string, leave: Leave) => void
  cancel: () => void
}

export interface GridRowProps<Row> {
  id: string
  index: number
  row: Row | undefined
  columns: readonly PlacedColumn<Row>[]
  first: number
  last: number
  top: number
  height: number
  width: number
  isSelected: boolean
  /** The column of the cursor, or -1. */
  cursor: number
  isEditing: boolean
  place?: TreePlace
  isDraggable?: boolean
  className?: string
  actions: RowActions
}

function BareRow<Row>(props: GridRowProps<Row>) {
  const { id, index, row, columns, first, last, place, isSelected, cursor } = props
  const shown = columns.slice(first, last)
  const pinned = columns[0]
  const gap = (shown[0]?.left ?? 0) - (pinned?.width ?? 0)
  if (!pinned) return null
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-level={place && place.level + 1}
      aria-expanded={place?.isOpen ?? undefined}
      data-cursor={cursor >= 0 || undefined}
      draggable={props.isDraggable && !props.isEditing}
      className={classes(styles.row, props.className)}
      style={{ transform: `translateY(${props.top}px)`, height: props.height, width: props.width }}
    >
      <Cell {...props} id={`${id}-0`} column={pinned} at={0} row={row} />
      {gap > 0 && <span style={{ width: gap, flex: 'none' }} />}
      {shown.map((column, offset) => (
        <Cell
          key={column.id}
          {...props}
          id={`${id}-${first + offset}`}
          column={column}
          at={first + offset}
          row={row}
        />
      ))}
    </div>
  )
}

export const GridRow = memo(BareRow) as typeof BareRow

interface CellProps<Row> extends GridRowProps<Row> {
  column: PlacedColumn<Row>
  at: number
}

function Cell<Row>(props: CellProps<Row>) {
  const { id, index, row, column, at, cursor, isEditing, actions } = props
  const isActive = cursor === at
  return (
    <div
      id={id}
      role="gridcell"
      aria-colindex={at + 1}
      data-active={isActive || undefined}
      className={classes(
        styles.cell,
        column.align === 'end' && styles.end,
        at === 0 && styles.pinned,
        at === 0 && styles.first,
      )}
      style={{ width: column.width }}
      onClick={(event) => actions.press(index, at, event)}
      onDoubleClick={() => actions.open(index, at)}
    >
      {at === 0 && <Lead {...props} />}
      {row === undefined ? (
        <Skeleton width="60%" />
      ) : (
        <span title={column.short && column.text(row)}>
          {column.render?.(row) ?? column.short?.(row) ?? column.text(row)}
        </span>
      )}
      {isActive && isEditing && row !== undefined && column.edit && (
        <CellEditor
          label={column.label}
          edit={column.edit}
          value={column.edit.value(row)}
          onCommit={actions.commit}
          onCancel={actions.cancel}
        />
      )}
    </div>
  )
}

/** Mark of selection and place in the tree, before the first cell. */
function Lead<Row>({ index, place, actions }: GridRowProps<Row>) {
  return (
    <>
      <span
        className={styles.check}
        aria-hidden
        onClick={(event) => {
          event.stopPropagation()
          actions.toggle(index)
        }}
      />
      {place && place.level > 0 && (
        <span className={styles.guides} aria-hidden>
          {Array.from({ length: place.level }, (_, level) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing else
            <i key={level} />
          ))}
        </span>
      )}
      {place && (
        <span
          className={styles.twisty}
          aria-hidden
          data-open={place.isOpen === true}
          onClick={(event) => {
            event.stopPropagation()
            actions.fold(index)
          }}
        >
          {place.isOpen !== null && <ChevronRight size={14} />}
        </span>
      )}
    </>
  )
}
