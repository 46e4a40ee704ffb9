/** Designs, their branches and their commits. */

import { queryOptions } from '@tanstack/react-query'
import { api, take, takeTagged } from './client'
import { keys } from './keys'

export const designsQuery = queryOptions({
  queryKey: [...keys.designs, 'all'],
  queryFn: () => take(api.GET('/api/designs', { params: { query: { limit: 100, sort: 'code' } } })),
  staleTime: 60_000,
})

export function designQuery(id: string) {
  return queryOptions({
    queryKey: [...keys.designs, 'one', id],
    queryFn: () =>
      takeTagged(api.GET('/api/designs/{design_id}', { params: { path: { design_id: id } } })),
    staleTime: 60_000,
  })
}

export function branchesQuery(id: string) {
  return queryOptions({
    queryKey: [...keys.designs, 'one', id, 'branches'],
    queryFn: () =>
      take(api.GET('/api/designs/{design_id}/branches', { params: { path: { design_id: id } } })),
  })
}
