/** Prices, days and quantities as people type and read them; pure. Null is what is none. */

import { locale } from '../kit/i18n'
import { decimal, isQuantity } from '../structure/line-figures'

/** What the server keeps: 15 digits before the point, and a hundred years. */
const MOST_COST = 1e15
const MOST_DAYS = 36_500

export function readCost(text: string): number | null {
  const figure = decimal(text)
  return figure !== null && figure < MOST_COST ? figure : null
}

export function readDays(text: string): number | null {
  const figure = decimal(text)
  return figure !== null && Number.isInteger(figure) && figure <= MOST_DAYS ? figure : null
}

export function readQuantity(text: string): number | null {
  const figure = decimal(text)
  return isQuantity(figure) ? figure : null
}

/** For a field: the reader's decimal mark, and nothing else between the digits. */
export function writeFigure(figure: number | string | null): string {
  if (figure === null) return ''
  const form = { useGrouping: false, maximumFractionDigits: 12 }
  return Number(figure).toLocaleString(locale(), form)
}
