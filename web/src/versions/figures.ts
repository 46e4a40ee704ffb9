/** Figures of differences: with their units, and by how much they differ; pure but for the region. */

import { formatDecimal, formatMoney, formatNumber } from '../kit/format'

export type Unit = string | null | undefined
export type Units = readonly [Unit, Unit]

/** Exact figures come as text. */
const FIGURES = new Set(['weight', 'cost', 'quantity', 'quantityOnHand', 'leadTime'])

/** Grams of one, so that what is kept in two units can be compared. */
const GRAMS: Readonly<Record<string, number>> = {
  mg: 0.001,
  g: 1,
  kg: 1000,
  t: 1_000_000,
  oz: 28.349523125,
  lb: 453.59237,
}

/** A figure as the region writes it, with its unit; null for what is none. */
export function figureText(name: string, value: unknown, unit?: Unit): string | null {
  if (!FIGURES.has(name) || !isFigure(value)) return null
  const figure = value as string
  if (!unit) return formatDecimal(figure)
  return name === 'cost' ? formatMoney(figure, unit) : `${formatDecimal(figure)} ${unit}`
}

/** `+17 %` between two amounts of a field; find numbers, and a steel called 1.4301, are none. */
export function fieldPercent(name: string, from: unknown, to: unknown, units?: Units): string {
  return FIGURES.has(name) ? percent(from, to, units) : ''
}

/** `+17 %` between two figures, nothing between others, or of currencies that differ. */
export function percent(from: unknown, to: unknown, units: Units = ['', '']): string {
  if (!isFigure(from) || !isFigure(to) || Number(from) === 0) return ''
  const [before, after] = units
  let factor = 1
  if (before !== after) factor = (GRAMS[after ?? ''] ?? 0) / (GRAMS[before ?? ''] ?? 0)
  if (!Number.isFinite(factor) || factor === 0) return ''
  const share = (Number(to) * factor - Number(from)) / Math.abs(Number(from))
  const change = Math.round(share * 100)
  return change === 0 ? '' : `${change > 0 ? '+' : ''}${formatNumber(change)} %`
}

function isFigure(value: unknown): boolean {
  if (typeof value === 'number') return true
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
}
