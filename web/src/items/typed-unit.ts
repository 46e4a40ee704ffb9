/** Figures that are typed with what they are in; pure but for the reader's region. */

import { readFigure } from '../kit/figures'
import { wireValue } from './wire-value'

/** What a figure may be in, by its field, and which field keeps that; lead times are in days. */
const UNITS: Readonly<Record<string, readonly [RegExp, string?]>> = {
  weight: [/^(mg|g|kg|t|oz|lb)s?$/, 'weightUnit'],
  cost: [/^([a-z]{3}|[€£$])$/, 'costCurrency'],
  leadTime: [/^(d|days?|tage?|w|weeks?|wochen?)$/],
}

/** A field and, where what was typed says it, what its figure is in: `14,25 g`, `€12.50`, `2 weeks`.
 *
 * A dollar is that of the currency it stands in now, or that of the United States.
 */
export function wireChanges(field: string, text: string, now = ''): Record<string, unknown> {
  const [units, keeper] = UNITS[field] ?? []
  const [, before = '', figure = '', after = ''] =
    /^([€£$a-z]*)(.*\d)(.*)$/i.exec(text.trim()) ?? []
  const typed = (before + after).trim().toLowerCase()
  const unit = units?.exec(typed)?.[1]
  if (!unit || readFigure(figure) === null) return { [field]: wireValue(field, text) }
  const value = wireValue(field, figure)
  if (!keeper) return { [field]: typed.startsWith('w') ? Number(value) * 7 : value }
  const dollar = now.endsWith('D') ? now : 'USD'
  const sign = { '€': 'EUR', '£': 'GBP', $: dollar }[unit]
  return { [field]: value, [keeper]: sign ?? (field === 'cost' ? unit.toUpperCase() : unit) }
}

/** As `wireChanges`, with the unit that was chosen beside the text; what is typed counts more. */
export function wireChangesIn(field: string, text: string, unit: string): Record<string, unknown> {
  const keeper = UNITS[field]?.[1]
  const changes = wireChanges(field, text, unit)
  return keeper && unit && text.trim() ? { [keeper]: unit, ...changes } : changes
}
