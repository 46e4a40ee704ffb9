/** Which columns stand where, how wide, and how that is written in an address; pure. */

import type { ReactNode } from 'react'

export interface CellEdit<Row> {
  kind: 'text' | 'number' | 'choice' | 'date'
  /** What the editor begins with. */
  value: (row: Row) => string
  choices?: readonly string[]
  /** Why this row's cell cannot be edited. */
  reason?: (row: Row) => string | null
  /** What is wrong with what was typed, which stays in its field then. */
  check?: (text: string) => string | null
}

export interface Column<Row> {
  id: string
  label: string
  width: number
  align?: 'end'
  /** Takes the room that is left. */
  grows?: boolean
  /** Hidden until chosen. */
  isExtra?: boolean
  /** The server's name for the order by this column. */
  sort?: string
  /** The cell as plain text: for copies, and shown where nothing else is. */
  text: (row: Row) => string
  /** What is shown of it where it is longer than it has to be; the whole is told beside it. */
  short?: (row: Row) => string
  render?: (row: Row) => ReactNode
  edit?: CellEdit<Row>
}

export interface PlacedColumn<Row> extends Column<Row> {
  left: number
}

/** One column of a layout: its id and its width where the user chose one. */
export interface ColumnChoice {
  id: string
  width?: number
}

export const MIN_WIDTH = 44
export const MAX_WIDTH = 900

export function clampWidth(width: number): number {
  return Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)))
}

/** `name~320,state` */
export function writeLayout(layout: readonly ColumnChoice[]): string {
  return layout.map(({ id, width }) => (width ? `${id}~${width}` : id)).join(',')
}

/** Reads a layout; unknown columns and repeated ones are left out. */
export function readLayout(
  text: string | undefined,
  known: readonly { id: string }[],
): ColumnChoice[] {
  const found = new Map<string, ColumnChoice>()
  for (const part of (text ?? '').split(',')) {
    const [id = '', width] = part.split('~')
    if (!known.some((column) => column.id === id) || found.has(id)) continue
    found.set(id, Number(width) > 0 ? { id, width: clampWidth(Number(width)) } : { id })
  }
  return [...found.values()]
}

export function defaultLayout(
  columns: readonly { id: string; isExtra?: boolean }[],
): ColumnChoice[] {
  return columns.filter((column) => !column.isExtra).map(({ id }) => ({ id }))
}

/** The columns chosen, in their order, with their places in the room there is. */
export function placeColumns<Row>(
  columns: readonly Column<Row>[],
  layout: readonly ColumnChoice[],
  room = 0,
): PlacedColumn<Row>[] {
  const byId = new Map(columns.map((column) => [column.id, column]))
  const chosen = layout.flatMap(({ id, width }) => {
    const column = byId.get(id)
    return column ? [{ ...column, width: width ?? column.width, isFixed: width !== undefined }] : []
  })
  const spare = room - chosen.reduce((sum, column) => sum + column.width, 0)
  const grown = spare > 0 ? chosen.find((column) => column.grows && !column.isFixed) : undefined
  let left = 0
  return chosen.map(({ isFixed: _, ...column }) => {
    const width = column.id === grown?.id ? column.width + spare : column.width
    const placed = { ...column, width, left }
    left += width
    return placed
  })
}

/** The index range of the columns in sight; the first one is pinned and not counted. */
export function columnsInSight(
  columns: readonly { left: number; width: number }[],
  scrollLeft: number,
  viewport: number,
): [number, number] {
  const pinned = columns[0]?.width ?? 0
  const isBefore = (column: { left: number; width: number }) =>
    column.left + column.width <= scrollLeft + pinned
  const isAfter = (column: { left: number }) => column.left >= scrollLeft + viewport
  let first = 1
  while (first < columns.length && isBefore(columns[first] as PlacedColumn<unknown>)) first += 1
  let last = first
  while (last < columns.length && !isAfter(columns[last] as PlacedColumn<unknown>)) last += 1
  return [first, last]
}

/** The layout with one column moved before another. */
export function moveColumn(
  layout: readonly ColumnChoice[],
  id: string,
  toIndex: number,
): ColumnChoice[] {
  const moved = layout.find((choice) => choice.id === id)
  if (!moved) return [...layout]
  const rest = layout.filter((choice) => choice !== moved)
  rest.splice(Math.max(0, Math.min(toIndex, rest.length)), 0, moved)
  return rest
}
