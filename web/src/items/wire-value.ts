/** What a person typed, as the server takes it; pure. */

const WHOLE = new Set(['leadTime'])
const NUMBERS = new Set(['quantityOnHand', 'estimatedHours', 'actualHours'])
const DECIMALS = new Set(['weight', 'cost'])

/** A decimal comma is a point there, and nothing is null. */
export function wireValue(field: string, text: string): unknown {
  const value = text.trim()
  if (value === '') return field === 'name' ? value : null
  const isFigure = WHOLE.has(field) || NUMBERS.has(field) || DECIMALS.has(field)
  if (!isFigure) return value
  const plain = value.replace(/\s/g, '').replace(/^(-?\d+),(\d+)$/, '$1.$2')
  const isNumber = plain !== '' && !Number.isNaN(Number(plain))
  return isNumber && !DECIMALS.has(field) ? Number(plain) : plain
}
