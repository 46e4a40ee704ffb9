/** Cells of a list that are put right before it comes in; pure. */

import type { ImportAnswer, Repairs } from '../api/imports'

/** Of many rows in doubt, as many can be put right at a time. */
export const SHOWN_REPAIRS = 50

export const NO_REPAIRS: Repairs = { rows: {}, all: {} }

type Plan = Pick<ImportAnswer['plan'], 'doubtfulRows' | 'problems' | 'warnings' | 'columns'>

export interface DoubtfulRow {
  row: number
  cells: Readonly<Record<string, string>>
  isRefused: boolean
  reasons: readonly string[]
  /** The columns that the reasons speak of; all where they name none. */
  blamed: readonly string[]
}

/** Refused rows first, each group in the order of the file. */
export function doubtfulRows({
  doubtfulRows: rows,
  problems,
  warnings,
  columns,
}: Plan): DoubtfulRow[] {
  const fields = new Map(columns.map(({ header, field }) => [header, field]))
  const found = rows.map(({ row, cells }) => {
    const errors = problems.filter(({ rowNumber }) => rowNumber === row).flatMap((p) => p.errors)
    const remarks = warnings.filter((warning) => warning.row === row).map((w) => w.message)
    const reasons = [...new Set([...errors, ...remarks])]
    const headers = Object.keys(cells)
    const blamed = headers.filter((header) =>
      reasons.some((text) => speaksOf(text, header, fields.get(header))),
    )
    const isRefused = errors.length > 0
    return { row, cells, isRefused, reasons, blamed: blamed.length > 0 ? blamed : headers }
  })
  return found.toSorted((one, other) => Number(other.isRefused) - Number(one.isRefused))
}

/** The server names a column by its header, by its field, or by what the cell would be. */
const SPOKEN: Readonly<Record<string, RegExp>> = {
  quantity: /^the row has no quantity/,
  level: /^the level is/,
}

function speaksOf(text: string, header: string, field = ''): boolean {
  return (
    text.startsWith(`${header}:`) ||
    text.includes(`"${header}"`) ||
    text.startsWith(`${field.replace(/^attributes\./, '')}:`) ||
    SPOKEN[field]?.test(text) === true
  )
}

export function repairCell(repairs: Repairs, row: number, header: string, text: string): Repairs {
  return {
    ...repairs,
    rows: { ...repairs.rows, [row]: { ...repairs.rows[row], [header]: text } },
  }
}

export function leaveOut(repairs: Repairs, row: number): Repairs {
  return { ...repairs, rows: { ...repairs.rows, [row]: null } }
}

/** One text in place of another wherever that stands in a column; cells put right alone stay so. */
export function repairAll(repairs: Repairs, header: string, from: string, to: string): Repairs {
  return { ...repairs, all: { ...repairs.all, [header]: { ...repairs.all[header], [from]: to } } }
}

/** How many of the rows in doubt hold the text in that column. */
export function countLike(rows: readonly DoubtfulRow[], header: string, text: string): number {
  return rows.filter(({ cells }) => cells[header]?.trim() === text.trim()).length
}

export function countRepairs({ rows, all }: Repairs): number {
  const own = Object.values(rows).map((cells) => (cells ? Object.keys(cells).length : 1))
  const everywhere = Object.values(all).map((texts) => Object.keys(texts).length)
  return [...own, ...everywhere].reduce((sum, count) => sum + count, 0)
}
