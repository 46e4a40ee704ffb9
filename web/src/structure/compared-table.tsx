/** Two structures side by side: one tree, its left columns one side and its right columns the other. */

import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { LineItem, Relation } from '../api/structure'
import { classes } from '../kit/classes'
import { formatDecimal } from '../kit/format'
import { type Column, defaultLayout } from '../kit/grid/columns'
import { Grid } from '../kit/grid/grid'
import { type GridState, START } from '../kit/grid/selection'
import { itemAddress } from '../records/item-address'
import { TwoLines } from '../records/two-lines'
import type { PairedRow } from './paired-rows'
import styles from './structure.module.css'
import { t } from './texts'
import type { LineTree } from './use-tree'

/** What stands at one side. */
export interface SideHead {
  name: string
  /** Files know nothing of a line but its item and quantity. */
  isFile: boolean
}

const SIGNS = { added: '+', removed: '−', changed: '~', moved: '→' } as const
type Side = 'left' | 'right'

/** What is compared of a line, and how wide its column is. */
const VALUES = [
  ['revision', 'revision', 52, (line: Relation) => line.item.revision],
  ['findNumber', 'findShort', 60, (line: Relation) => figure(line.findNumber)],
  ['quantity', 'quantity', 76, (line: Relation) => figure(line.quantity)],
  ['designators', 'designators', 130, (line: Relation) => line.referenceDesignator ?? ''],
] as const

function figure(value: number | null): string {
  return value === null || Number.isNaN(value) ? '' : formatDecimal(value)
}

function columnsOf(heads: Record<Side, SideHead>): Column<PairedRow>[] {
  const values = (side: Side) =>
    VALUES.filter(([id]) => !heads[side].isFile || id === 'quantity').map(
      ([id, label, width, text]): Column<PairedRow> => {
        const shown = (row: PairedRow) => textOf(row[side], text)
        return {
          id: `${side}-${id}`,
          label: t(label),
          width,
          align: id === 'findNumber' || id === 'quantity' ? 'end' : undefined,
          text: shown,
          render: (row) => <Value row={row} side={side} text={text} />,
        }
      },
    )
  return [
    {
      id: 'left',
      label: heads.left.name,
      width: 290,
      text: ({ left }) => left?.item.itemNumber ?? '',
      render: ({ left }) => left && <ItemCell item={left.item} />,
    },
    ...values('left'),
    {
      id: 'right',
      label: heads.right.name,
      width: 290,
      grows: true,
      text: ({ right }) => right?.item.itemNumber ?? '',
      render: (row) => <RightNumber row={row} />,
    },
    ...values('right'),
  ]
}

function textOf(line: Relation | null, text: (line: Relation) => string): string {
  return line ? text(line) : ''
}

function ItemCell({ item }: { item: LineItem }) {
  return (
    <>
      <span className="mono">{item.itemNumber}</span>{' '}
      <span className={classes(styles.after, 'truncate muted')}>{item.name}</span>
    </>
  )
}

/** The sign and its word stand between the sides. */
function RightNumber({ row }: { row: PairedRow }) {
  const { mark, right, left, elsewhere } = row
  return (
    <>
      <b className={classes(styles.sign, mark && styles[mark])}>{mark && SIGNS[mark]}</b>{' '}
      {right && <ItemCell item={right.item} />}{' '}
      {mark && (
        <small className={classes(styles.mark, styles[mark])}>
          {elsewhere === undefined
            ? t(`mark_${mark}`)
            : t(left ? 'movedTo' : 'movedFrom', { number: elsewhere })}
        </small>
      )}
    </>
  )
}

interface ValueProps {
  row: PairedRow
  side: Side
  text: (line: Relation) => string
}

function Value({ row, side, text }: ValueProps) {
  const [before, after] = [textOf(row.left, text), textOf(row.right, text)]
  const shown = side === 'left' ? before : after
  if (!row.left || !row.right || before === after || !shown) return shown
  return (
    <span className={styles.both}>{side === 'left' ? <del>{shown}</del> : <ins>{shown}</ins>}</span>
  )
}

interface ComparedTableProps {
  rows: readonly PairedRow[]
  tree: LineTree
  heads: Record<Side, SideHead>
  at: string | undefined
}

export function ComparedTable({ rows, tree, heads, at }: ComparedTableProps) {
  const navigate = useNavigate()
  const columns = useMemo(() => columnsOf(heads), [heads])
  const [layout, setLayout] = useState(() => defaultLayout(columns))
  const [state, setState] = useState<GridState>(START)
  return (
    <Grid
      label={t('compareTitle')}
      columns={columns}
      layout={layout}
      onLayout={setLayout}
      count={tree.rows.length}
      rowAt={(index) => rows[tree.rows[index] ?? -1]}
      keyOf={(row) => row.key}
      state={state}
      onState={setState}
      tree={tree.grid}
      onOpen={({ relation: { item } }) =>
        item.type && void navigate({ to: itemAddress(item, '', at) })
      }
      className={(row) => row.mark && styles[`row_${row.mark}`]}
      narrow={(row) => <NarrowRow row={row} />}
    />
  )
}

function NarrowRow({ row }: { row: PairedRow }) {
  const { mark, relation, left, right, level } = row
  const [before, after] = [left, right].map((line) => (line ? figure(line.quantity) : ''))
  return (
    <TwoLines
      number={relation.item.itemNumber}
      name={`${'· '.repeat(level - 1)}${relation.item.name}`}
      more={
        mark && (
          <>
            <b className={classes(styles.sign, styles[mark])}>{SIGNS[mark]}</b>
            {t(`mark_${mark}`)}{' '}
            <span className={styles.both}>
              {before && before !== after && <del>{before}</del>}
              {before && after && before !== after && ' → '}
              {after && <ins>{after}</ins>}
            </span>
          </>
        )
      }
    />
  )
}
