/** Designs, their branches and their commits. */

import { queryOptions } from '@tanstack/react-query'
import { api, take, takeTagged } from './client'
import { keys } from './keys'
import type { Answer } from './types'

export const designsQuery = queryOptions({
  queryKey: [...keys.designs, 'all'],
  queryFn: () => take(api.GET('/api/designs', { params: { query: { limit: 100, sort: 'code' } } })),
  staleTime: 60_000,
})

/** Asks for nothing where there is no design, as in the library. */
export function designQuery(given: string | null) {
  const id = given ?? ''
  return queryOptions({
    queryKey: [...keys.designs, 'one', id],
    enabled: given !== null,
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

/** The design with a code, and the tag of its state; null where nobody can see one. */
export function designByCodeQuery(code: string) {
  return queryOptions({
    queryKey: [...keys.designs, 'code', code],
    queryFn: async () => {
      const found = await take(api.GET('/api/designs', { params: { query: { code } } }))
      const id = found.designs[0]?.id
      if (id === undefined) return null
      const params = { path: { design_id: id } }
      return takeTagged(api.GET('/api/designs/{design_id}', { params }))
    },
  })
}

export type Branch = Answer<'/api/designs/{design_id}/branches', 'get'>['branches'][number]
export type Commit = Answer<'/api/designs/{design_id}/commits', 'get'>['commits'][number]

export const COMMITS_SHOWN = 50

/** The newest commits of a branch. */
export function commitsQuery(designId: string, branchId: string) {
  return queryOptions({
    queryKey: [...keys.designs, 'commits', designId, branchId],
    queryFn: () => {
      const params = { path: { design_id: designId }, query: { branchId, limit: COMMITS_SHOWN } }
      return take(api.GET('/api/designs/{design_id}/commits', { params }))
    },
  })
}
