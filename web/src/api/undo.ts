/** What is taken back: commits of main, and deletions. */

import { queryOptions } from '@tanstack/react-query'
import { api, request, take } from './client'
import type { Context } from './items'
import type { WriteHeaders } from './write'

export function commitQuery(id: string) {
  return queryOptions({
    queryKey: ['commits', id],
    queryFn: () =>
      take(api.GET('/api/commits/{commit_id}', { params: { path: { commit_id: id } } })),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function revertCommit(
  id: string,
  commitMessage: string,
  headers: WriteHeaders,
): Promise<unknown> {
  const body = commitMessage ? { commitMessage } : {}
  return request('POST', `/api/commits/${id}/revert`, { body, headers: { ...headers } })
}

export function restoreItem(
  id: string,
  { branchId }: Context,
  headers: WriteHeaders,
): Promise<unknown> {
  const body = branchId ? { branchId } : {}
  return request('POST', `/api/items/${id}/restore`, { body, headers: { ...headers } })
}
