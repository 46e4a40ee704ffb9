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
  /** Its place in a tree: figures, not one thing made anew for each drawing. */
  level?: number
  isOpen?: TreePlace['isOpen']
  isDraggable?: boolean
  className?: string
  actions: RowActions
}

function BareRow<Row>(props: GridRowProps<Row>) {
  const { id, index, row, columns, first, last, level = -1, isOpen, isSelected, cursor } = props
  const shown = columns.slice(first, last)
  const pinned = columns[0]
  const gap = (shown[0]?.left ?? 0) - (pinned?.width ?? 0)
  if (!pinned) return null
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-level={level + 1 || undefined}
      aria-expanded={isOpen ?? undefined}
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
  // Of its text alone where that is all there is: each element more is drawn in each frame of a scroll.
  const isPlain = at > 0 && row !== undefined && !column.render && !column.short
  return (
    <div
      id={id}
      role="gridcell"
      aria-colindex={at + 1}
      data-active={isActive || undefined}
      className={classes(
        styles.cell,
        isPlain && styles.plain,
        column.align === 'end' && styles.end,
        at === 0 && styles.pinned,
        at === 0 && styles.first,
      )}
      style={{ width: column.width }}
      onClick={(event) => actions.press(index, at, event)}
      onDoubleClick={() => actions.open(index, at)}
    >
      {at === 0 && <Lead {...props} />}
      {isPlain ? (
        column.text(row)
      ) : row === undefined ? (
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

const LEVEL = 16

/** Mark of selection and place in the tree, before the first cell. */
function Lead<Row>({ index, level = -1, isOpen, actions }: GridRowProps<Row>) {
  const alone = (act: (index: number) => void) => (event: MouseEvent) => {
    event.stopPropagation()
    act(index)
  }
  return (
    <>
      <span className={styles.check} aria-hidden onClick={alone(actions.toggle)} />
      {level > 0 && <span className={styles.guides} style={{ width: level * LEVEL }} aria-hidden />}
      {level >= 0 && (
        <span
          className={styles.twisty}
          aria-hidden
          data-open={isOpen}
          onClick={alone(actions.fold)}
        >
          {isOpen !== null && <ChevronRight size={14} />}
        </span>
      )}
    </>
  )
}
