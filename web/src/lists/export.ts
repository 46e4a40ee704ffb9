/** A list as a file for spreadsheets: all rows that match, in the columns shown. */

import type { PlacedColumn } from '../kit/grid/columns'
import { type ListDefinition, PAGE_SIZE } from './definition'
import type { ListQuery } from './query'

/** More rows than this belong into a report. */
export const MOST_ROWS = 20_000

/** Text that a spreadsheet would run as a formula gets a quote before it. */
export function csvCell(text: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(text) && !/^-?\d+([.,]\d+)?$/.test(text) && text !== '-'
  const safe = isFormula ? `'${text}` : text
  return /[",;\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export async function exportList<Row>(
  list: ListDefinition<Row>,
  query: ListQuery,
  columns: readonly PlacedColumn<Row>[],
): Promise<void> {
  const lines = [columns.map((column) => csvCell(column.label)).join(',')]
  let total = Number.POSITIVE_INFINITY
  for (let page = 1; (page - 1) * PAGE_SIZE < Math.min(total, MOST_ROWS); page += 1) {
    const answer = await list.fetchPage(query, page)
    total = answer.total
    for (const row of answer.rows)
      lines.push(columns.map((column) => csvCell(column.text(row))).join(','))
    if (answer.rows.length === 0) break
  }
  download(`${lines.join('\r\n')}\r\n`, `${list.title}.csv`)
}

function download(text: string, name: string) {
  const blob = new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
