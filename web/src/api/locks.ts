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

/** What others hold on a branch, or on main, and who: structures hold parts of many designs. */
export function heldQuery(me: string | undefined, branchId: string | undefined) {
  return queryOptions({
    queryKey: [...keys.items, 'locks', me, branchId],
    queryFn: async () => (await import('./locks-everywhere')).heldByOthers(me, branchId),
  })
}
