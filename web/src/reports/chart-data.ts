/** The points of a report's chart; pure. */

import type { Found, ReportChart, ReportColumn } from '../api/reports'
import { aggregateKey } from './aggregates'
import { shownText } from './cell-text'
import { t } from './texts'

export interface ChartData {
  /** What the values are. */
  name: string
  /** What they are told apart by. */
  over: string
  labels: readonly string[]
  values: readonly number[]
  /** How many rows are not drawn. */
  left: number
}

const MOST = { bar: 40, line: 400, pie: 8 } as const

/** Rows in their order; those that are too many for a pie are one slice. */
export function chartData(chart: ReportChart, found: Found): ChartData {
  const columnOf = (key: string) =>
    found.columns.find((column) => keyOf(column) === key) ?? found.columns[0]
  const label = columnOf(chart.label)
  const points = found.rows.flatMap((row) => {
    const value = row[chart.value]
    if (value === null || value === undefined) return []
    const text = label ? shownText(row[chart.label], label) : ''
    return [{ text: text || t('noValue'), value: Number(value) }]
  })
  const most = MOST[chart.kind]
  const isWhole = points.length <= most
  const shown = isWhole ? points : points.slice(0, chart.kind === 'pie' ? most - 1 : most)
  const rest = points.slice(shown.length)
  if (chart.kind === 'pie' && rest.length > 0) {
    const sum = rest.reduce((before, { value }) => before + value, 0)
    // Sums of binary fractions end in digits that nobody wrote.
    shown.push({ text: t('others'), value: Number(sum.toPrecision(12)) })
  }
  const unread = Math.max(0, found.totalRows - found.rows.length)
  return {
    name: columnOf(chart.value)?.label ?? '',
    over: label?.label ?? '',
    labels: shown.map(({ text }) => text),
    values: shown.map(({ value }) => value),
    left: (chart.kind === 'pie' ? 0 : rest.length) + unread,
  }
}

export function keyOf(column: ReportColumn): string {
  return aggregateKey(column.fieldPath, column.aggregate ?? '')
}
