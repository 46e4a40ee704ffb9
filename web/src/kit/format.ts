/** Numbers, sizes and times as the reader's region writes them. */

import { locale } from './i18n'

const kept: Record<string, unknown> = {}

/** A formatter is kept: to make one takes longer than to write a thousand figures with it. */
function keptForm<F, O>(Form: new (locale: string, options: O) => F, options: O): F {
  const key = locale() + JSON.stringify(options)
  kept[key] ??= new Form(locale(), options)
  return kept[key] as F
}

function figure(value: number, options: Intl.NumberFormatOptions): string {
  return keptForm(Intl.NumberFormat, options).format(value)
}

type Moment = string | null | undefined

/** What is no moment is left as it is. */
function moment(iso: Moment, options: Intl.DateTimeFormatOptions): string {
  const at = new Date(iso ?? '')
  return Number.isNaN(+at) ? (iso ?? '') : keptForm(Intl.DateTimeFormat, options).format(at)
}

/** English and German write it like that everywhere; the first formatter keeps a page waiting. */
function isPlain(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < 1000
}

export function formatNumber(value: number, digits = 6): string {
  return isPlain(value) ? String(value) : figure(value, { maximumFractionDigits: digits })
}

function placesOf(value: string | number): number {
  return Math.min(String(value).split('.')[1]?.replace(/0+$/, '').length ?? 0, 12)
}

/** An exact decimal that came as text; grouped, and never rounded. */
export function formatDecimal(value: string | number | null | undefined): string {
  if (value === null || value === undefined || value === '') return ''
  const number = Number(value)
  if (!Number.isFinite(number)) return String(value)
  if (isPlain(number)) return String(number)
  return figure(number, { maximumFractionDigits: placesOf(value) })
}

/** As `formatDecimal` for narrow places: four significant digits, and all that stand before the point. */
export function formatShort(value: string | number): string {
  const number = Number(value)
  if (!Number.isFinite(number)) return String(value)
  const whole = Math.trunc(Math.abs(number)).toString().length
  return figure(number, { maximumSignificantDigits: Math.max(4, whole) })
}

/** An amount of money: exact, and with two places at least. */
export function formatMoney(value: string | number, currency: string): string {
  const maximumFractionDigits = Math.max(2, placesOf(value))
  return `${figure(Number(value), { minimumFractionDigits: 2, maximumFractionDigits })} ${currency}`
}

export function formatDate(iso: Moment): string {
  return moment(iso, { dateStyle: 'medium' })
}

export function formatDateTime(iso: Moment): string {
  return moment(iso, { dateStyle: 'medium', timeStyle: 'short' })
}

/** Today the time, this year the day and month, else the whole date: short for tables. */
export function formatWhen(iso: Moment, now = new Date()): string {
  const at = new Date(iso ?? '')
  const isToday = at.toDateString() === now.toDateString()
  const year = at.getFullYear() === now.getFullYear() ? undefined : 'numeric'
  return moment(iso, isToday ? { timeStyle: 'short' } : { day: 'numeric', month: 'short', year })
}
