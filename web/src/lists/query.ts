/** What a list shows, as its address says it; pure. */

import type { Query } from '../api/client'

export type FilterKind = 'choice' | 'text' | 'number' | 'date'

export interface FilterField {
  field: string
  label: string
  kind: FilterKind
  choices?: readonly FilterChoice[]
  /** What is offered for records without a value. */
  emptyLabel?: string
  /** Whether the server counts its values. */
  isFacet?: boolean
}

export interface FilterChoice {
  value: string
  label: string
  count?: number
}

export interface ListQuery {
  search: string | undefined
  sort: string | undefined
  /** Parameters as the server takes them: `state`, `cost.from`, `material.like`. */
  filters: Readonly<Record<string, string>>
}

export const ENDINGS = ['', '.like', '.from', '.to', '.null'] as const

/** Reads the filters that the list knows; others in the address are left alone. */
export function readListQuery(address: Query, fields: readonly FilterField[]): ListQuery {
  const filters: Record<string, string> = {}
  for (const { field } of fields) {
    for (const ending of ENDINGS) {
      const value = address[field + ending]
      if (value) filters[field + ending] = value
    }
  }
  return { search: address.q || undefined, sort: address.sort || undefined, filters }
}

/** The values of `a,b`, where a comma inside a value is written `\,`. */
export function readValues(text: string | undefined): string[] {
  if (!text) return []
  const values = text.match(/(?:\\.|[^,\\])+/g) ?? []
  return values.map((value) => value.replace(/\\(.)/g, '$1'))
}

export function writeValues(values: readonly string[]): string | undefined {
  if (values.length === 0) return undefined
  return values.map((value) => value.replace(/[\\,]/g, '\\$&')).join(',')
}

/** The parts of an address that say what is set for one field. */
export function setOf(query: ListQuery, field: string): Readonly<Record<string, string>> {
  const names = ENDINGS.map((ending) => field + ending)
  return Object.fromEntries(Object.entries(query.filters).filter(([name]) => names.includes(name)))
}

/** An address without any of the filters. */
export function withoutFilters(fields: readonly FilterField[]): Record<string, undefined> {
  const names = fields.flatMap(({ field }) => ENDINGS.map((ending) => field + ending))
  return Object.fromEntries([...names, 'q'].map((name) => [name, undefined]))
}
