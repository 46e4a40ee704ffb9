/** Items: lists, one, its history, its parents. */

import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, type Query, request, type Tagged, take, takeTagged } from './client'
import { keys } from './keys'
import type { Answer, Item } from './types'
import type { WriteHeaders } from './write'

export interface FacetCount {
  /** Null for items without a value. */
  value: string | null
  count: number
}

export type ItemRow = Answer<'/api/items', 'get'>['items'][number]

export interface ItemList {
  items: ItemRow[]
  total: number
}

export const ITEM_TYPES = ['Part', 'Document', 'Requirement', 'Task', 'Issue'] as const
export type ItemType = (typeof ITEM_TYPES)[number]

/** Where items are read: main, a branch, or as of a commit. */
export interface Context {
  branchId?: string
  commitId?: string
}

export const MAIN: Context = {}

export async function listItems(
  query: Record<string, string | number | undefined>,
): Promise<ItemList> {
  return (await request<ItemList>('GET', '/api/items', { query })).record
}

export async function itemFacets(
  query: Query,
  fields: readonly string[],
): Promise<Record<string, FacetCount[]>> {
  const asked = { ...query, field: fields.join(',') }
  const { record } = await request<{ facets: Record<string, FacetCount[]> }>(
    'GET',
    '/api/items/facets',
    { query: asked },
  )
  return record.facets
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The id of an item that an address names by id or by number; with a number comes the item itself. */
async function idOf(client: QueryClient, ref: string, context: Context): Promise<string> {
  if (UUID.test(ref)) return ref
  const number = encodeURIComponent(ref)
  const path = `/api/items/by-number/${number}`
  const asked = { query: { ...context }, cache: 'no-store' } as const
  const item = await request<Item>('GET', path, asked)
  const { id } = item.record
  // What is there already may hold what was just saved.
  client.setQueryData(itemQuery(id, context).queryKey, (known) => (known ? undefined : item))
  return id
}

export function itemIdQuery(ref: string, context: Context) {
  return queryOptions({
    queryKey: [...keys.items, 'id', ref, context],
    queryFn: ({ client }) => idOf(client, ref, context),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function itemQuery(id: string, context: Context = MAIN) {
  return queryOptions({
    queryKey: [...keys.item(id), context],
    queryFn: (): Promise<Tagged<Item>> =>
      takeTagged(
        // A lock leaves the tag as it is, so a browser that asks by the tag would not hear of it.
        api.GET('/api/items/{item_id}', {
          params: { path: { item_id: id }, query: context },
          cache: 'no-store',
        }),
      ),
  })
}

/** What the reader may do with an item, and why not. */
export type Verdicts = Readonly<
  Record<
    'edit' | 'checkOut' | 'lock' | 'delete' | 'submit' | 'approve' | 'release',
    { allowed: boolean; reason?: string }
  >
>

/** Apart from the item itself, whose tag guards writes. */
export function verdictsQuery(id: string, context: Context) {
  return queryOptions({
    queryKey: [...keys.item(id), 'can', context],
    queryFn: async () => {
      const query = { ...context, can: 'true' }
      const asked = { query, cache: 'no-store' } as const
      return (await request<{ can: Verdicts }>('GET', `/api/items/${id}`, asked)).record.can
    },
  })
}

export function updateItem(
  id: string,
  context: Context,
  change: Record<string, unknown>,
  headers: WriteHeaders,
): Promise<Tagged<Item>> {
  return request<Item>('PUT', `/api/items/${id}`, {
    query: { branchId: context.branchId },
    body: change,
    headers: { ...headers },
  })
}

export function revisionsQuery(id: string) {
  return queryOptions({
    queryKey: [...keys.item(id), 'revisions'],
    queryFn: () =>
      take(api.GET('/api/items/{item_id}/revisions', { params: { path: { item_id: id } } })),
  })
}
