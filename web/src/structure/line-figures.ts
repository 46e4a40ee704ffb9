/** Quantities and find numbers as people write them; pure. */

/** `1.234,5` and `1,234.5` alike. */
export function decimal(text: string): number | null {
  let plain = text.trim().replaceAll(/[\s']/g, '')
  const comma = plain.lastIndexOf(',')
  const point = plain.lastIndexOf('.')
  if (comma > point) plain = plain.replaceAll('.', '').replace(',', '.')
  else plain = plain.replaceAll(',', '')
  if (!/^\d+(\.\d+)?$/.test(plain)) return null
  return Number(plain)
}

/** What the server keeps: 15 digits before the point, and find numbers of 32 bits. */
const MOST_QUANTITY = 1e15
const MOST_FIND = 2 ** 31

export function isQuantity(figure: number | null): figure is number {
  return figure !== null && figure > 0 && figure < MOST_QUANTITY
}

export function isFindNumber(figure: number | null): figure is number {
  return figure !== null && Number.isInteger(figure) && figure < MOST_FIND
}
