/** What happens to an item: its change orders, who changed it last; and the requirements that it meets. */

import { queryOptions } from '@tanstack/react-query'
import { api, request, take } from './client'
import { type Context, historyPage, MAIN } from './items'
import { keys } from './keys'
import type { Item } from './types'

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
