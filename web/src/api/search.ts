/** One search over all kinds of records. */

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, take } from './client'
import { keys } from './keys'
import type { Answer } from './types'

export type HitGroup = Answer<'/api/search', 'get'>['groups'][number]
export type Hit = HitGroup['hits'][number]
export type HitKind = HitGroup['kind']

export function searchQuery(text: string, limit: number) {
  return queryOptions({
    queryKey: [...keys.search, text, limit],
    queryFn: async () => {
      const query = { q: text, limit }
      const { groups } = await take(api.GET('/api/search', { params: { query } }))
      return groups.filter((group) => group.hits.length > 0)
    },
    enabled: text.trim() !== '',
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
}
