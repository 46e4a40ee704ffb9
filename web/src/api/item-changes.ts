/** The change orders that affect an item, and the requirements that it meets. */

import { queryOptions } from '@tanstack/react-query'
import { api, take } from './client'
import type { Context } from './items'
import { keys } from './keys'

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
