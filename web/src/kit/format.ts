/** Numbers, sizes and times as the reader's region writes them. */

import { locale } from './i18n'

export function formatNumber(value: number, digits = 6): string {
  return value.toLocaleString(locale(), { maximumFractionDigits: digits })
}

/** An exact decimal that came as text; grouped, and never rounded. */
export function formatDecimal(value: string | number | null | undefined): string {
  if (value === null || value === undefined || value === '') return ''
  const number = Number(value)
  if (!Number.isFinite(number)) return String(value)
  const fraction = String(value).split('.')[1]?.replace(/0+$/, '').length ?? 0
  return number.toLocaleString(locale(), { maximumFractionDigits: Math.min(fraction, 12) })
}

/** As `formatDecimal` for narrow places: four significant digits, and all that stand before the point. */
export function formatShort(value: string | number): string {
  const number = Number(value)
  if (!Number.isFinite(number)) return String(value)
  const whole = Math.trunc(Math.abs(number)).toString().length
  return number.toLocaleString(locale(), { maximumSignificantDigits: Math.max(4, whole) })
}

/** An amount of money: exact, and with two places at least. */
export function formatMoney(value: string | number, currency: string): string {
  const places = String(value).split('.')[1]?.replace(/0+$/, '').length ?? 0
  const amount = Number(value).toLocaleString(locale(), {
    minimumFractionDigits: 2,
    maximumFractionDigits: Math.max(2, Math.min(places, 12)),
  })
  return `${amount} ${currency}`
}

export function formatDate(iso: string | null | undefined): string {
  return iso ? new Date(iso).toLocaleDateString(locale(), { dateStyle: 'medium' }) : ''
}

export function formatDateTime(iso: string | null | undefined): string {
  if (!iso) return ''
  return new Date(iso).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' })
}

export function formatTime(iso: string): string {
  return new Date(iso).toLocaleTimeString(locale(), { timeStyle: 'short' })
}

/** Today the time, this year the day and month, else the whole date: short for tables. */
export function formatWhen(iso: string | null | undefined, now = new Date()): string {
  if (!iso) return ''
  const at = new Date(iso)
  if (at.toDateString() === now.toDateString()) return formatTime(iso)
  const year = at.getFullYear() === now.getFullYear() ? undefined : 'numeric'
  return at.toLocaleDateString(locale(), { day: 'numeric', month: 'short', year })
}

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

export function formatAgo(iso: string, now = Date.now()): string {
  const seconds = (Date.parse(iso) - now) / 1000
  const relative = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' })
  for (const [unit, size] of STEPS) {
    if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit)
  }
  return relative.format(0, 'minute')
}
