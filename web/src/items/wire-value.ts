/** What a person typed, as the server takes it; pure but for the reader's region. */

import { readFigure } from '../kit/figures'

const NUMBERS = new Set(['leadTime', 'quantityOnHand', 'estimatedHours', 'actualHours'])
const DECIMALS = new Set(['weight', 'cost'])

/** Nothing is null, and what is no figure goes as it is: the server says why it is none. */
export function wireValue(field: string, text: string): unknown {
  const value = text.trim()
  if (value === '') return field === 'name' ? value : null
  if (!NUMBERS.has(field) && !DECIMALS.has(field)) return value
  const figure = readFigure(value) ?? value
  return NUMBERS.has(field) && !Number.isNaN(Number(figure)) ? Number(figure) : figure
}
