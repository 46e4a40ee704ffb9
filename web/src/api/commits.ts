/** Single commits, which never change. */

import { queryOptions } from '@tanstack/react-query'
import { api, take } from './client'
import type { Answer } from './types'

export type Commit = Answer<'/api/commits/{commit_id}', 'get'>

export function commitQuery(id: string) {
  return queryOptions({
    queryKey: ['commit', id],
    queryFn: () =>
      take(api.GET('/api/commits/{commit_id}', { params: { path: { commit_id: id } } })),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
