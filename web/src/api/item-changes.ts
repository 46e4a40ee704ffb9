/** What happens to an item: its change orders, those begun from a problem, who changed it last; and the requirements that it meets. */

import { queryOptions } from '@tanstack/react-query'
import { api, request, take } from './client'
import { type Context, MAIN } from './items'
import { keys } from './keys'
import type { Answer, Item } from './types'
import type { WriteHeaders } from './write'

export function itemChangesQuery(id: string) {
  return queryOptions({
    queryKey: [...keys.changeOrders, 'of-item', id],
    queryFn: async () => {
      const params = { path: { item_id: id } }
      return (await take(api.GET('/api/items/{item_id}/change-orders', { params }))).changeOrders
    },
  })
}

export function metRequirementsQuery(id: string, context: Context) {
  return queryOptions({
    queryKey: [...keys.item(id), 'requirements', context],
    queryFn: async () => {
      const query = { direction: 'up' as const, depth: '1', type: 'reference', ...context }
      const params = { path: { item_id: id }, query }
      const { nodes } = await take(api.GET('/api/items/{item_id}/graph', { params }))
      return nodes.filter((node) => node.type === 'Requirement' && node.id !== id)
    },
  })
}

/** Says which problem a change was begun from: a reference from the change to it. */
export function linkProblem(
  { orderId, problemId }: { orderId: string; problemId: string },
  headers: WriteHeaders,
): Promise<unknown> {
  const body = { targetId: problemId, type: 'reference' }
  return request('POST', `/api/items/${orderId}/relationships`, { body, headers: { ...headers } })
}

export const problemsOfChange = (id: string) => linkedQuery(id, 'down', 'Issue')

export const changesOfProblem = (id: string) => linkedQuery(id, 'up', 'ChangeOrder')

function linkedQuery(id: string, direction: 'up' | 'down', type: string) {
  return queryOptions({
    queryKey: [...keys.changeOrders, 'linked', id],
    queryFn: async () => {
      const query = { direction, depth: '1', type: 'reference' }
      const params = { path: { item_id: id }, query }
      const { nodes } = await take(api.GET('/api/items/{item_id}/graph', { params }))
      return nodes.filter((node) => node.type === type)
    },
  })
}

const NEWEST = 20

/** Who changed an item last, or a line of it, and when; asked anew each time, since it has just happened. */
export function lastChangeQuery(id: string, context: Context = MAIN) {
  return queryOptions({
    queryKey: [...keys.item(id), 'last-change', context],
    staleTime: 0,
    gcTime: 0,
    queryFn: async () => {
      const [{ record }, { history }] = await Promise.all([
        request<Item>('GET', `/api/items/${id}`, { query: { ...context } }),
        historyPage(id, 1, NEWEST),
      ])
      const entry = history.find(({ user }) => user.id === record.updatedBy)
      return { name: entry?.user.name ?? null, at: record.modifiedAt }
    },
  })
}

export type HistoryEntry = Answer<'/api/items/{item_id}/history', 'get'>['history'][number]

export function historyPage(id: string, page: number, limit: number) {
  return take(
    api.GET('/api/items/{item_id}/history', {
      params: { path: { item_id: id }, query: { page, limit } },
    }),
  )
}

export function whereUsedQuery(id: string, context: Context) {
  return queryOptions({
    queryKey: [...keys.item(id), 'where-used', context],
    queryFn: () =>
      take(
        api.GET('/api/items/{item_id}/where-used', {
          params: { path: { item_id: id }, query: { depth: 'all', ...context } },
        }),
      ),
  })
}
