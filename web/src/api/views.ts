/** Saved views of lists: filters, order and columns under a name. */

import { queryOptions } from '@tanstack/react-query'
import { api, request, take } from './client'
import { keys } from './keys'
import type { Answer } from './types'
import type { WriteHeaders } from './write'

export type View = Answer<'/api/views', 'get'>['views'][number]

export function viewsQuery(page: string) {
  return queryOptions({
    queryKey: [...keys.views, page],
    queryFn: async () =>
      (await take(api.GET('/api/views', { params: { query: { of: page } } }))).views,
    staleTime: 60_000,
  })
}

export interface NewView {
  name: string
  page: string
  query: string
  isShared: boolean
  columns?: string[]
}

export function createView(view: NewView, headers: WriteHeaders): Promise<unknown> {
  return request('POST', '/api/views', { body: view, headers: { ...headers } })
}

export function deleteView(id: string, headers: WriteHeaders): Promise<unknown> {
  return request('DELETE', `/api/views/${id}`, { headers: { ...headers } })
}
