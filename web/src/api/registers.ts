/** What administrators lay down for all items: attributes, numbers; and the trail of what was done. */

import { queryOptions } from '@tanstack/react-query'
import { api, request, type Tagged, take } from './client'
import type { Answer } from './types'
import type { WriteHeaders } from './write'

export type AttributeDefinition = Answer<
  '/api/attribute-definitions',
  'get'
>['attributeDefinitions'][number]
export type NumberingScheme = Answer<'/api/numbering-schemes', 'get'>['numberingSchemes'][number]
export type Category = Answer<'/api/categories', 'get'>['categories'][number]
export type AuditEntry = Answer<'/api/audit', 'get'>['entries'][number]

export const REGISTERS = ['registers'] as const

export async function fetchDefinitions(page: number, limit: number) {
  const params = { query: { page, limit } }
  const answer = await take(api.GET('/api/attribute-definitions', { params }))
  return { rows: answer.attributeDefinitions, total: answer.total ?? 0 }
}

export async function fetchSchemes(page: number, limit: number) {
  const params = { query: { page, limit } }
  const answer = await take(api.GET('/api/numbering-schemes', { params }))
  return { rows: answer.numberingSchemes, total: answer.total ?? 0 }
}

export async function fetchCategories(page: number, limit: number) {
  const params = { query: { page, limit } }
  const answer = await take(api.GET('/api/categories', { params }))
  return { rows: answer.categories, total: answer.total ?? 0 }
}

export const categoriesQuery = {
  queryKey: [...REGISTERS, 'categories'],
  queryFn: async () => (await take(api.GET('/api/categories'))).categories,
}

export async function fetchAudit(query: Record<string, string | number | undefined>) {
  const answer = await request<{ entries: AuditEntry[]; total: number }>('GET', '/api/audit', {
    query,
  })
  return { rows: answer.record.entries, total: answer.record.total }
}

/** The last change that was saved of something, by its id; an export of it, say, is none. */
export function lastActQuery(subject: string) {
  return queryOptions({
    queryKey: [...REGISTERS, 'last-act', subject],
    queryFn: async () => {
      const about = { subject, outcome: 'done', 'action.like': '.changed' }
      return (await fetchAudit({ ...about, sort: 'happenedAt:desc', limit: 1 })).rows[0] ?? null
    },
    staleTime: 0,
  })
}

export type Register = 'attribute-definitions' | 'numbering-schemes' | 'categories'

/** One record of a register, as it is now. */
export function registeredQuery<Row>(register: Register, id: string) {
  return queryOptions({
    queryKey: [register, 'one', id],
    queryFn: async (): Promise<Tagged<Row>> => {
      const found = await request<Record<string, Row>>('GET', `/api/${register}/${id}`)
      return { ...found, record: Object.values(found.record)[0] as Row }
    },
    // Never as it was once: what is edited is as it is.
    gcTime: 0,
  })
}

/** Makes a record of the register, or changes the one named. */
export async function keep(register: Register, id: string | null, body: object, h: WriteHeaders) {
  const sent = { body, headers: { ...h } }
  if (id === null) await request('POST', `/api/${register}`, sent)
  else await request('PUT', `/api/${register}/${id}`, sent)
}

export async function remove(register: Register, id: string, headers: WriteHeaders) {
  await request('DELETE', `/api/${register}/${id}`, { headers: { ...headers } })
}

export const RESERVED = [...REGISTERS, 'reserved'] as const

/** The numbers that one has reserved oneself. */
export const reservedQuery = {
  queryKey: RESERVED,
  queryFn: () => take(api.GET('/api/item-numbers/reserved', { params: { query: { limit: 100 } } })),
}

export async function reserveNumbers(
  body: { itemNumber: string } | { count: number },
  headers: WriteHeaders,
) {
  await request('POST', '/api/item-numbers/reserve', { body, headers: { ...headers } })
}

export async function releaseNumber(number: string, headers: WriteHeaders) {
  const path = `/api/item-numbers/reserved/${encodeURIComponent(number)}`
  await request('DELETE', path, { headers: { ...headers } })
}

export type GroupMapping = Answer<'/api/group-mappings', 'get'>['groupMappings'][number]
export const MAPPINGS = [...REGISTERS, 'group-mappings'] as const

/** What the groups of a directory, or of single sign-on, bring their members. */
export const mappingsQuery = {
  queryKey: MAPPINGS,
  queryFn: () => take(api.GET('/api/group-mappings', { params: { query: { limit: 100 } } })),
}

export async function mapGroup(body: object, headers: WriteHeaders) {
  await request('POST', '/api/group-mappings', { body, headers: { ...headers } })
}

export async function endMapping(id: string, headers: WriteHeaders) {
  await request('DELETE', `/api/group-mappings/${id}`, { headers: { ...headers } })
}
