/** Lists that come in: tried first, then taken, and taken back. */

import { queryOptions } from '@tanstack/react-query'
import { request } from './client'
import { type ImportJob, outcomeOf } from './import-jobs'
import type { Answer } from './types'
import type { WriteHeaders } from './write'

export interface ImportWish {
  file: File
  /** Null for parts of no design. */
  designId: string | null
  /** The number of the assembly that the top rows belong to, or the name of one to make. */
  parent: string
  product: string
  update: boolean
  /** With `update`: lines that the list does not have go. */
  replaceLines?: boolean
  /** What the columns become where the reader decides, by their headers. */
  mapping?: Readonly<Record<string, string>>
  /** Which row holds the headers; found where nothing is said. */
  headerRow?: string
  repairs?: Repairs
  /** The name of kept meanings of columns, and the name to keep these under. */
  template?: string
  saveTemplate?: string
  decimalMark?: string
  currency?: string
}

/** What stands in place of cells: row to header to text, null for a row left out; or everywhere. */
export interface Repairs {
  rows: Readonly<Record<number, Readonly<Record<string, string>> | null>>
  all: Readonly<Record<string, Readonly<Record<string, string>>>>
}

export interface Figures {
  new: number
  matched?: number
  changed: number
  unchanged: number
  refused: number
  removed?: number
}

export interface ImportAnswer {
  importId: string | null
  result: {
    totalRows: number
    successCount: number
    createdItems: { itemNumber: string }[]
  }
  plan: {
    columns: { header: string; field: string; evidence: string }[]
    decisions: string[]
    parts: Figures
    lines: Figures
    warnings: { row: number; code: string; message: string }[]
    problems: { rowNumber: number; errors: string[] }[]
    changes: { itemNumber: string; field: string; from: unknown; to: unknown }[]
    shownChanges: number
    matches: { row: number; itemNumber: string; by: string }[]
    product: string | null
    doubtfulRows: { row: number; cells: Record<string, string> }[]
    /** Of trials alone. */
    preview: ImportPreview | null
  }
}

const OPTIONS = ['headerRow', 'decimalMark', 'currency', 'template', 'saveTemplate'] as const

export type Outcome = 'new' | 'changed' | 'unchanged' | 'removed' | 'refused'

/** Items and lines as they would be, in columns; lines name items by their places, -1 for none. */
export interface ImportPreview {
  items: { numbers: string[]; names: string[]; outcomes: Outcome[]; rows: number[][] }
  lines: {
    parents: number[]
    children: number[]
    quantities: (number | null)[]
    quantitiesBefore: (number | null)[]
    outcomes: Outcome[]
    /** 0 for lines that no row says. */
    rows: number[]
  }
  isWhole: boolean
}

export async function importParts(
  wish: ImportWish,
  dryRun: boolean,
  { headers, signal }: { headers?: WriteHeaders; signal?: AbortSignal } = {},
): Promise<ImportAnswer> {
  const form = new FormData()
  form.set('file', wish.file)
  if (wish.designId === null) form.set('library', 'true')
  else form.set('designId', wish.designId)
  if (wish.parent) form.set('parent', wish.parent)
  if (wish.product) form.set('product', wish.product)
  form.set('update', String(wish.update))
  if (wish.update && wish.replaceLines) form.set('replaceLines', 'true')
  if (Object.keys(wish.mapping ?? {}).length > 0) form.set('mapping', JSON.stringify(wish.mapping))
  for (const name of OPTIONS) {
    const value = wish[name]?.trim()
    if (value) form.set(name, value)
  }
  if (wish.repairs) form.set('repairs', JSON.stringify(wish.repairs))
  form.set('dryRun', String(dryRun))
  if (dryRun) form.set('preview', 'true')
  const asked = { body: form, headers: { ...headers } }
  type Taken = ImportAnswer | { job: ImportJob }
  const { record } = await request<Taken>('POST', '/api/import/parts', asked)
  return 'job' in record ? outcomeOf<ImportAnswer>(record.job, signal) : record
}

export type KeptMapping = Answer<'/api/import/mappings', 'get'>['mappings'][number]

/** What the columns of kinds of lists mean, as it was kept. */
export const mappingsQuery = queryOptions({
  queryKey: ['import-mappings'],
  queryFn: async () =>
    (await request<{ mappings: KeptMapping[] }>('GET', '/api/import/mappings')).record.mappings,
})

export async function dropMapping(id: string, headers: WriteHeaders): Promise<unknown> {
  return request('DELETE', `/api/import/mappings/${id}`, { headers: { ...headers } })
}

export async function undoImport(id: string, headers: WriteHeaders): Promise<unknown> {
  return request('POST', `/api/imports/${id}/undo`, { headers: { ...headers } })
}

export function repairAddress(id: string): string {
  return `/api/imports/${id}/repair`
}
