/** The inbox: what waits for the user, and how much. */

import { queryOptions } from '@tanstack/react-query'
import { api, request, take } from './client'
import { keys } from './keys'
import type { Answer } from './types'
import type { WriteHeaders } from './write'

export type InboxEntry = Answer<'/api/inbox', 'get'>['entries'][number]
export type NoticeKind = InboxEntry['kind']

export interface InboxPage {
  entries: InboxEntry[]
  total: number
}

const MOST = 100

export function inboxQuery(isDone: boolean) {
  return queryOptions({
    queryKey: [...keys.inbox, isDone ? 'done' : 'open'],
    queryFn: async (): Promise<InboxPage> => {
      const query = { done: String(isDone), limit: MOST }
      return (await request<InboxPage>('GET', '/api/inbox', { query })).record
    },
  })
}

export const inboxCountsQuery = queryOptions({
  queryKey: [...keys.inbox, 'counts'],
  queryFn: () => take(api.GET('/api/inbox/counts')),
})

export function markEntry(
  id: string,
  mark: { isRead: boolean } | { isDone: boolean },
  headers: WriteHeaders,
): Promise<unknown> {
  return request('PUT', `/api/inbox/${id}`, { body: mark, headers: { ...headers } })
}

export function watchQuery(itemId: string) {
  return queryOptions({
    queryKey: [...keys.item(itemId), 'watch'],
    queryFn: async () =>
      (await request<{ isWatched: boolean }>('GET', `/api/items/${itemId}/watch`)).record,
  })
}

export function setWatch(
  itemId: string,
  isWatched: boolean,
  headers: WriteHeaders,
): Promise<unknown> {
  const method = isWatched ? 'PUT' : 'DELETE'
  return request(method, `/api/items/${itemId}/watch`, { headers: { ...headers } })
}
