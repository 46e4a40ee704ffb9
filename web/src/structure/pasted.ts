/** Rows of a spreadsheet read as lines: which column is what, and what is wrong with a row; pure. */

import { decimal, isFindNumber, isQuantity } from './line-figures'

export const FIELDS = ['number', 'name', 'quantity', 'find', 'designators', 'ignore'] as const
export type PastedField = (typeof FIELDS)[number]

const WORDS: Readonly<Record<Exclude<PastedField, 'ignore'>, RegExp>> = {
  number:
    /^(item|part|art\w*|component|teile?|sach)?[\s._-]*(number|no|nr|nummer|num|#|pn|p\/n|mpn)\.?$|^part$|^pn$/i,
  name: /^(name|description|benennung|bezeichnung|title|titel|part name|item name)$/i,
  quantity: /^(qty|quantity|menge|anzahl|stk|stück|count|amount|quantité)\.?$/i,
  find: /^(find|pos|position|item|find[\s._-]*(no|number|nr)?|balloon|line)\.?$/i,
  designators: /^(ref\w*[\s._-]*(des\w*)?|designators?|references?|bezeichner)\.?$/i,
}

export interface PastedTable {
  fields: PastedField[]
  hasHead: boolean
  rows: string[][]
}

export interface PastedRow {
  number: string
  name: string
  quantity: number | null
  findNumber: number | null
  designators: string
  problem: 'quantity' | 'find' | 'empty' | null
}

/** What the columns are: by their heads, or else by what stands in them. */
export function readTable(cells: readonly (readonly string[])[]): PastedTable {
  const rows = cells.filter((row) => row.some((cell) => cell.trim() !== '')).map((row) => [...row])
  const head = rows[0]?.map((cell) => cell.trim()) ?? []
  const named = head.map(fieldOf)
  const hasHead = named.filter((field) => field !== 'ignore').length > 0 && head.length > 0
  if (hasHead) return { fields: onlyOnce(named), hasHead, rows: rows.slice(1) }
  return { fields: guessed(rows), hasHead, rows }
}

function fieldOf(text: string): PastedField {
  const found = FIELDS.find((field) => field !== 'ignore' && WORDS[field].test(text))
  return found ?? 'ignore'
}

function onlyOnce(fields: PastedField[]): PastedField[] {
  return fields.map((field, at) => (fields.indexOf(field) === at ? field : 'ignore'))
}

/** Without heads: figures are quantities, the first words numbers, the next names. */
function guessed(rows: readonly (readonly string[])[]): PastedField[] {
  const width = Math.max(0, ...rows.map((row) => row.length))
  const isFigure = (at: number) => {
    const filled = rows.map((row) => row[at]?.trim() ?? '').filter(Boolean)
    return filled.length > 0 && filled.every((cell) => decimal(cell) !== null)
  }
  const words: PastedField[] = ['number', 'name', 'designators']
  const figures: PastedField[] = ['quantity', 'find']
  return Array.from(
    { length: width },
    (_, at) => (isFigure(at) ? figures.shift() : words.shift()) ?? 'ignore',
  )
}

export function readRows({ fields, rows }: PastedTable): PastedRow[] {
  return rows.map((row) => {
    const cell = (field: PastedField) => row[fields.indexOf(field)]?.trim() ?? ''
    const [sentQuantity, sentFind] = [cell('quantity'), cell('find')]
    const quantity = sentQuantity === '' ? 1 : decimal(sentQuantity)
    const find = sentFind === '' ? null : decimal(sentFind)
    const read: PastedRow = {
      number: cell('number'),
      name: cell('name'),
      quantity,
      findNumber: find,
      designators: cell('designators'),
      problem: null,
    }
    if (!read.number && !read.name) return { ...read, problem: 'empty' }
    if (!isQuantity(quantity)) return { ...read, problem: 'quantity' }
    if (sentFind !== '' && !isFindNumber(find)) return { ...read, problem: 'find' }
    return read
  })
}
