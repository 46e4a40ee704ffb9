/** What is locked, and by whom. */

import { queryOptions } from '@tanstack/react-query'
import { api, take } from './client'
import { keys } from './keys'
import type { Answer } from './types'

export type Lock = Answer<'/api/locks', 'get'>['locks'][number]

const MOST = 100

export function locksQuery(designId: string) {
  return queryOptions({
    queryKey: [...keys.items, 'locks', designId],
    queryFn: () => take(api.GET('/api/locks', { params: { query: { designId, limit: MOST } } })),
  })
}

const MOST_PAGES = 10

/** What is locked anywhere, up to a thousand items: structures hold parts of many designs. */
export const allLocksQuery = queryOptions({
  queryKey: [...keys.items, 'locks', 'all'],
  queryFn: async (): Promise<Lock[]> => {
    const read = (page: number) =>
      take(api.GET('/api/locks', { params: { query: { page, limit: MOST } } }))
    const first = await read(1)
    const pages = Math.min(Math.ceil(first.total / MOST), MOST_PAGES)
    const rest = Array.from({ length: Math.max(0, pages - 1) }, (_, place) => read(place + 2))
    return [first, ...(await Promise.all(rest))].flatMap(({ locks }) => locks)
  },
})
