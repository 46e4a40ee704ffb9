/** A value of a report as its column's format shows it; pure. */

import type { ReportColumn } from '../api/reports'
import {
  formatDate,
  formatDateTime,
  formatDecimal,
  formatMoney,
  formatNumber,
  formatShort,
} from '../kit/format'
import { wordOf } from '../kit/i18n'

/** As the server writes a moment, which no person types. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

type Written = Pick<ReportColumn, 'formatType'> & Partial<ReportColumn>

export function cellText(value: unknown, { formatType, fieldPath, aggregate }: Written): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'object' && 'name' in value) return String(value.name)
  const text = String(value)
  const isFigure = text.trim() !== '' && Number.isFinite(Number(text))
  switch (formatType) {
    case 'date':
      return formatDate(text)
    case 'datetime':
      return formatDateTime(text)
    case 'number':
      if (!isFigure) return text
      // No quotient is exact, and a column of prices is read by its point.
      if (aggregate === 'average') return formatShort(text)
      return /\bcost$/.test(fieldPath ?? '') && isAmount(aggregate)
        ? formatMoney(text, '').trim()
        : formatDecimal(text)
    case 'currency':
      return isFigure ? formatMoney(text, '') : text
    case 'percentage':
      return isFigure ? `${formatNumber(Number(text) * 100, 2)} %` : text
    default:
      return MOMENT.test(text) ? formatDateTime(text) : text
  }
}

function isAmount(aggregate: ReportColumn['aggregate']): boolean {
  return aggregate !== 'count' && aggregate !== 'distinct'
}

const WORDS =
  /(?:^|\.)(state|itemType|partType|docType|requirementType|priority|severity|changeType)$/

/** The application's own words are in the reader's language, people's as they wrote them. */
export function shownText(
  value: unknown,
  column: Pick<ReportColumn, 'formatType' | 'fieldPath' | 'aggregate'>,
): string {
  const text = cellText(value, column)
  return WORDS.test(column.fieldPath) && text !== '' ? wordOf(text) : text
}

const FIGURES: readonly string[] = ['number', 'currency', 'percentage']

export function isFigure({ formatType }: Pick<ReportColumn, 'formatType'>): boolean {
  return FIGURES.includes(formatType)
}

/** In pixels, such that the heading of a sum or count is read whole. */
export function widthOf(column: Parameters<typeof isFigure>[0] & { label: string }): number {
  if (!isFigure(column)) return 170
  return Math.min(260, Math.max(110, 32 + 7 * column.label.length))
}
