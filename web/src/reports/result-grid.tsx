/** The rows that a report found. */

import { useMemo, useState } from 'react'
import type { Found, ReportRow } from '../api/reports'
import type { Column } from '../kit/grid/columns'
import { defaultLayout } from '../kit/grid/columns'
import { Grid } from '../kit/grid/grid'
import { type GridState, START } from '../kit/grid/selection'
import { wordOf } from '../kit/i18n'
import { TwoLines } from '../records/two-lines'
import { cellText, isFigure } from './cell-text'

type Numbered = ReportRow & { readonly at: number }

export function ResultGrid({ label, found }: { label: string; found: Found }) {
  const [state, setState] = useState<GridState>(START)
  const rows = useMemo(() => found.rows.map((row, at): Numbered => ({ ...row, at })), [found])
  const columns = useMemo(() => columnsOf(found), [found])
  const [first, second] = columns
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
      narrow={(row) => (
        <TwoLines
          number={first?.text(row) ?? ''}
          name={second?.text(row) ?? ''}
          more={columns
            .slice(2)
            .map((column) => column.text(row))
            .join(' · ')}
        />
      )}
    />
  )
}

function columnsOf(found: Found): Column<Numbered>[] {
  const shown = found.columns.filter(({ isVisible }) => isVisible)
  return shown.map((column, index) => ({
    id: column.fieldPath,
    label: column.label,
    width: column.width || (isFigure(column) ? 110 : 170),
    grows: index === 1,
    align: isFigure(column) ? ('end' as const) : undefined,
    text: (row: Numbered) => inWords(cellText(row[column.fieldPath], column), column),
  }))
}

const WORDS =
  /(?:^|\.)(state|itemType|partType|docType|requirementType|priority|severity|changeType)$/

/** The application's own words are in the reader's language, people's as they wrote them. */
function inWords(text: string, { fieldPath }: { fieldPath: string }): string {
  return WORDS.test(fieldPath) ? wordOf(text) : text
}
