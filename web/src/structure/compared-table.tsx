/** The differences of two structures: what was left, what is right. */

import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { classes } from '../kit/classes'
import { formatDecimal } from '../kit/format'
import { type Column, defaultLayout } from '../kit/grid/columns'
import { Grid } from '../kit/grid/grid'
import { type GridState, START } from '../kit/grid/selection'
import { itemAddress } from '../records/item-address'
import { TwoLines } from '../records/two-lines'
import { COMPARED_FIELDS, type ComparedRow } from './compared-rows'
import styles from './structure.module.css'
import { t } from './texts'

const SIGNS = { added: '+', removed: '−', changed: '~', moved: '→' } as const

function columnsOf(): Column<ComparedRow>[] {
  return [
    {
      id: 'item',
      label: t('number'),
      width: 260,
      text: (row) => row.item.itemNumber,
      render: (row) => (
        <>
          <b className={classes(styles.sign, styles[row.mark])}>{SIGNS[row.mark]}</b>
          <span className="mono">{row.item.itemNumber}</span>
          <small className={classes(styles.mark, styles[row.mark])}>{t(`mark_${row.mark}`)}</small>
        </>
      ),
    },
    { id: 'name', label: t('name'), width: 200, grows: true, text: (row) => row.item.name },
    {
      id: 'parent',
      label: t('inAssembly'),
      width: 200,
      text: (row) =>
        row.source ? `${row.source.itemNumber} → ${row.parent.itemNumber}` : row.parent.itemNumber,
      render: (row) => (
        <span className="mono muted">
          {row.source && <del>{row.source.itemNumber}</del>}
          {row.source && ' → '}
          {row.parent.itemNumber}
        </span>
      ),
    },
    ...COMPARED_FIELDS.map(
      (field): Column<ComparedRow> => ({
        id: field,
        label: t(LABELS[field]),
        width: field === 'referenceDesignator' ? 200 : 120,
        text: (row) => {
          const change = row.changes[field]
          return change ? [shown(change.from), shown(change.to)].filter(Boolean).join(' → ') : ''
        },
        render: (row) => <Both row={row} field={field} />,
      }),
    ),
  ]
}

const LABELS = {
  quantity: 'quantity',
  findNumber: 'findShort',
  referenceDesignator: 'designators',
  revision: 'revision',
} as const

function shown(value: unknown): string {
  return typeof value === 'number' ? formatDecimal(value) : String(value ?? '')
}

function Both({ row, field }: { row: ComparedRow; field: keyof typeof LABELS }) {
  const change = row.changes[field]
  if (!change) return null
  const [from, to] = [shown(change.from), shown(change.to)]
  return (
    <span className={styles.both}>
      {from && <del>{from}</del>}
      {from && to && ' → '}
      {to && <ins>{to}</ins>}
    </span>
  )
}

export function ComparedTable({ rows, at }: { rows: readonly ComparedRow[]; at?: string }) {
  const navigate = useNavigate()
  const columns = useMemo(columnsOf, [])
  const [layout, setLayout] = useState(() => defaultLayout(columns))
  const [state, setState] = useState<GridState>(START)
  return (
    <Grid
      label={t('compareTitle')}
      columns={columns}
      layout={layout}
      onLayout={setLayout}
      count={rows.length}
      rowAt={(index) => rows[index]}
      keyOf={(row) => row.key}
      state={state}
      onState={setState}
      onOpen={(row) => row.item.id && void navigate({ to: itemAddress(row.item, '', at) })}
      className={(row) => styles[`row_${row.mark}`]}
      narrow={(row) => (
        <TwoLines
          number={row.item.itemNumber}
          name={row.item.name}
          more={
            <>
              <b className={classes(styles.sign, styles[row.mark])}>{SIGNS[row.mark]}</b>
              {t(`mark_${row.mark}`)} <Both row={row} field="quantity" />
            </>
          }
        />
      )}
    />
  )
}
