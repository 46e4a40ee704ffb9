/** One's own account: name, password, personal tokens. */

import { queryOptions } from '@tanstack/react-query'
import { api, request, take } from './client'
import { keys } from './keys'
import type { Answer } from './types'

export type PersonalToken = Answer<'/api/auth/tokens', 'get'>['tokens'][number]
export type NewToken = Answer<'/api/auth/tokens', 'post'>

export const tokensQuery = queryOptions({
  queryKey: keys.tokens,
  queryFn: async () => (await take(api.GET('/api/auth/tokens'))).tokens,
})

export interface TokenWish {
  name: string
  /** ISO time; null is for ever. */
  expiresAt: string | null
  /** Null gives the token all that its owner may do. */
  scopes: readonly string[] | null
}

export async function createToken(wish: TokenWish): Promise<NewToken> {
  return (await request<NewToken>('POST', '/api/auth/tokens', { body: wish })).record
}

export async function revokeToken(id: string): Promise<void> {
  await request('DELETE', `/api/auth/tokens/${id}`)
}

export interface AccountEdit {
  id: string
  name?: string
  password?: string
  currentPassword?: string
}

export async function editAccount({ id, ...fields }: AccountEdit): Promise<void> {
  await request('PUT', `/api/users/${id}`, { body: fields })
}

export type SignOn = Answer<'/api/auth/sessions', 'get'>['sessions'][number]

export const signOnsQuery = queryOptions({
  queryKey: keys.signOns,
  queryFn: async () => (await take(api.GET('/api/auth/sessions'))).sessions,
})

export async function endSignOn(id: string): Promise<void> {
  await request('DELETE', `/api/auth/sessions/${id}`)
}
