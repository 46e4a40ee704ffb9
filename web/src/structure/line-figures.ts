/** Quantities and find numbers as people write them; pure. */

import { readFigure } from '../kit/figures'

export function decimal(text: string): number | null {
  const figure = readFigure(text)
  return figure === null || figure.startsWith('-') ? null : Number(figure)
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
