/** Comments on items, lines, files and change orders. */

import { queryOptions } from '@tanstack/react-query'
import { api, request, take } from './client'
import { keys } from './keys'
import type { Answer } from './types'
import type { WriteHeaders } from './write'

export type Comment = Answer<'/api/comments', 'get'>['comments'][number]

export const commentKey = (subject: string) => ['comments', subject] as const

export function commentsQuery(subject: string) {
  return queryOptions({
    queryKey: commentKey(subject),
    queryFn: async () =>
      (await take(api.GET('/api/comments', { params: { query: { subject } } }))).comments,
  })
}

/** A person whom a comment may mention. */
export interface Mentionable {
  id: string
  name: string
  email: string | null
}

const MOST_PEOPLE = 6

/** Those whom a comment may mention, by what was typed of a name. */
export function mentionableQuery(begun: string) {
  const search = begun.trim() || undefined
  return queryOptions({
    queryKey: [...keys.users, 'mentionable', search],
    placeholderData: (before?: Mentionable[]) => before,
    queryFn: async (): Promise<Mentionable[]> => {
      const query = { limit: MOST_PEOPLE, sort: 'name:asc', search }
      return (await take(api.GET('/api/users', { params: { query } }))).users
    },
    staleTime: 60_000,
  })
}

/** Everybody, for names that were typed and not chosen. */
export const peopleQuery = queryOptions({
  queryKey: [...keys.users, 'all'],
  queryFn: async () =>
    (await take(api.GET('/api/users', { params: { query: { limit: 100, sort: 'name' } } }))).users,
  staleTime: 60_000,
})

export function say(
  about: { subject: string; text: string; replyTo?: string },
  headers: WriteHeaders,
): Promise<unknown> {
  return request('POST', '/api/comments', { body: about, headers: { ...headers } })
}

export function resolve(id: string, resolved: boolean, headers: WriteHeaders): Promise<unknown> {
  const path = `/api/comments/${id}/resolve`
  return request('POST', path, { body: { resolved }, headers: { ...headers } })
}

export function takeBack(id: string, headers: WriteHeaders): Promise<unknown> {
  return request('DELETE', `/api/comments/${id}`, { headers: { ...headers } })
}
