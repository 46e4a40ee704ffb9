/** The heads of the columns: order by a click, width by the edge, place by dragging. */

import { ArrowDown, ArrowUp } from 'lucide-react'
import { type PointerEvent, useState } from 'react'
import { classes } from '../classes'
import { type ColumnChoice, clampWidth, moveColumn, type PlacedColumn } from './columns'
import styles from './grid.module.css'

interface GridHeadProps<Row> {
  columns: readonly PlacedColumn<Row>[]
  sight: readonly [number, number]
  width: number
  layout: readonly ColumnChoice[]
  order?: string
  onOrder?: (order: string) => void
  onLayout?: (layout: ColumnChoice[]) => void
}

const DRAG_TYPE = 'application/x-grid-column'

export function GridHead<Row>(props: GridHeadProps<Row>) {
  const { columns, sight, width } = props
  const pinned = columns[0]
  const shown = columns.slice(sight[0], sight[1])
  const gap = (shown[0]?.left ?? 0) - (pinned?.width ?? 0)
  if (!pinned) return null
  return (
    <div role="rowgroup" className={styles.heads}>
      <div className={styles.head} role="row" aria-rowindex={1} style={{ width }}>
        <HeadCell column={pinned} index={0} {...props} />
        {gap > 0 && <span style={{ width: gap, flex: 'none' }} />}
        {shown.map((column, at) => (
          <HeadCell key={column.id} column={column} index={sight[0] + at} {...props} />
        ))}
      </div>
    </div>
  )
}

function HeadCell<Row>(props: GridHeadProps<Row> & { column: PlacedColumn<Row>; index: number }) {
  const { column, index, order, onOrder, layout, onLayout } = props
  const [isTarget, setTarget] = useState(false)
  const [field, direction] = (order ?? '').split(',')[0]?.split(':') ?? []
  const isOrdered = column.sort !== undefined && column.sort === field
  const isUp = isOrdered && direction !== 'desc'
  const Arrow = isUp ? ArrowUp : ArrowDown
  return (
    <div
      role="columnheader"
      aria-colindex={index + 1}
      aria-sort={isOrdered ? (isUp ? 'ascending' : 'descending') : undefined}
      className={classes(
        styles.column,
        column.align === 'end' && styles.end,
        index === 0 && styles.pinned,
        index === 0 && styles.first,
      )}
      style={{ width: column.width }}
      data-sortable={Boolean(column.sort && onOrder)}
      data-target={isTarget}
      onClick={() => column.sort && onOrder?.(`${column.sort}:${isUp ? 'desc' : 'asc'}`)}
      draggable={onLayout !== undefined && index > 0}
      onDragStart={(event) => event.dataTransfer.setData(DRAG_TYPE, column.id)}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(DRAG_TYPE) || index === 0) return
        event.preventDefault()
        setTarget(true)
      }}
      onDragLeave={() => setTarget(false)}
      onDrop={(event) => {
        setTarget(false)
        onLayout?.(moveColumn(layout, event.dataTransfer.getData(DRAG_TYPE), index))
      }}
    >
      <span className="truncate">{column.label}</span>
      {isOrdered && <Arrow size={12} />}
      {onLayout && (
        <Grip
          width={column.width}
          onWidth={(width) => onLayout(widened(layout, column.id, width))}
        />
      )}
    </div>
  )
}

function widened(layout: readonly ColumnChoice[], id: string, width: number): ColumnChoice[] {
  return layout.map((choice) => (choice.id === id ? { id, width: clampWidth(width) } : choice))
}

function Grip({ width, onWidth }: { width: number; onWidth: (width: number) => void }) {
  const drag = (event: PointerEvent<HTMLSpanElement>) => {
    event.preventDefault()
    event.stopPropagation()
    const grip = event.currentTarget
    const from = event.clientX
    grip.setPointerCapture(event.pointerId)
    grip.onpointermove = (move) => onWidth(width + move.clientX - from)
    grip.onlostpointercapture = () => {
      grip.onpointermove = null
    }
  }
  return (
    <span
      className={styles.grip}
      aria-hidden
      draggable={false}
      onPointerDown={drag}
      onClick={(event) => event.stopPropagation()}
    />
  )
}
