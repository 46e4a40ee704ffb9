/** The rows that a report found. */

import { useMemo, useState } from 'react'
import type { Found, ReportRow } from '../api/reports'
import type { Column } from '../kit/grid/columns'
import { defaultLayout } from '../kit/grid/columns'
import { Grid } from '../kit/grid/grid'
import { type GridState, START } from '../kit/grid/selection'
import { TwoLines } from '../records/two-lines'
import { isFigure, shownText, widthOf } from './cell-text'
import { keyOf } from './chart-data'
import { t } from './texts'

type Numbered = ReportRow & { readonly at: number }

export function ResultGrid({ label, found }: { label: string; found: Found }) {
  const [state, setState] = useState<GridState>(START)
  const rows = useMemo(() => found.rows.map((row, at): Numbered => ({ ...row, at })), [found])
  const columns = useMemo(() => columnsOf(found), [found])
  const Narrow = found.columns.some(({ aggregate }) => aggregate) ? Summed : Listed
  return (
    <Grid
      label={label}
      columns={columns}
      layout={defaultLayout(columns)}
      count={rows.length}
      rowAt={(index) => rows[index]}
      keyOf={(row) => String(row.at)}
      state={state}
      onState={setState}
      narrow={(row) => <Narrow row={row} columns={columns} />}
    />
  )
}

interface NarrowProps {
  row: Numbered
  columns: readonly Column<Numbered>[]
}

function Listed({ row, columns: [first, second, ...others] }: NarrowProps) {
  const more = others.map((column) => column.text(row)).join(' · ')
  return <TwoLines number={first?.text(row) ?? ''} name={second?.text(row) ?? ''} more={more} />
}

/** A figure says nothing without its heading, and the group is the row's name. */
function Summed({ row, columns }: NarrowProps) {
  const first = columns.find(({ align }) => align !== 'end') ?? columns[0]
  const others = columns.filter((column) => column !== first)
  const more = others.map((column) => `${column.label}: ${column.text(row)}`).join(' · ')
  return <TwoLines number="" name={first?.text(row) ?? ''} more={more} />
}

function columnsOf(found: Found): Column<Numbered>[] {
  const shown = found.columns.filter(({ isVisible }) => isVisible)
  const isGrouped = shown.some(({ aggregate }) => aggregate)
  return shown.map((column, index) => ({
    id: keyOf(column),
    label: column.label,
    // Before the first stands the mark of selection.
    width: column.width || widthOf(column) + (index === 0 ? 24 : 0),
    grows: index === 1,
    align: isFigure(column) ? ('end' as const) : undefined,
    text: (row: Numbered) =>
      shownText(row[keyOf(column)], column) || (isGrouped && !column.aggregate ? t('noValue') : ''),
  }))
}
