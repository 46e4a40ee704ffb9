/** Structures: the lines below an item, and their sums. */

import { queryOptions } from '@tanstack/react-query'
import { api, take } from './client'
import type { Context } from './items'
import { keys } from './keys'
import type { Answer } from './types'

export type Bom = Answer<'/api/items/{item_id}/bom', 'get'>
export type BomLine = Bom['lines'][number]
export type Rollup = Answer<'/api/items/{item_id}/rollup', 'get'>

export function bomQuery(id: string, context: Context) {
  return queryOptions({
    queryKey: [...keys.item(id), 'bom', context],
    queryFn: () =>
      take(
        api.GET('/api/items/{item_id}/bom', {
          params: { path: { item_id: id }, query: { depth: 'all', ...context } },
        }),
      ),
  })
}

export function rollupQuery(id: string, context: Context) {
  return queryOptions({
    queryKey: [...keys.item(id), 'rollup', context],
    queryFn: () =>
      take(
        api.GET('/api/items/{item_id}/rollup', {
          params: { path: { item_id: id }, query: context },
        }),
      ),
  })
}
