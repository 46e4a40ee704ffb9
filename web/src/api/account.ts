/** Who is here: sign-on, the own record, permissions. */

import { queryOptions, useQuery } from '@tanstack/react-query'
import { createStore } from '../kit/store'
import { api, request, take } from './client'
import { keys } from './keys'
import { problemOf } from './problem'
import type { Me } from './types'

export const meQuery = queryOptions({
  queryKey: keys.me,
  queryFn: () => take(api.GET('/api/users/me')),
  staleTime: 60_000,
})

export function useMe(): Me | undefined {
  return useQuery(meQuery).data
}

/** Whether the person has a permission such as `parts.create`. */
export function mayDo(me: Me | undefined, permission: string): boolean {
  const resource = permission.split('.')[0]
  const has = (name: string) => me?.permissions.includes(name) ?? false
  return has(permission) || has(`${resource}.manage`)
}

export interface SignOnMethods {
  password: boolean
  oidc: { name: string } | null
  firstStart?: boolean
}

interface SentMethods {
  password?: boolean
  oidc?: { name?: string } | string | null
  isFirstStart?: boolean
}

/** How one can sign on here; an older server takes passwords. */
export const methodsQuery = queryOptions({
  queryKey: keys.methods,
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async (): Promise<SignOnMethods> => {
    try {
      const { record } = await request<SentMethods>('GET', '/api/auth/methods')
      const { oidc } = record
      const name = typeof oidc === 'string' ? oidc : (oidc?.name ?? '')
      return {
        password: record.password !== false,
        oidc: oidc ? { name } : null,
        firstStart: record.isFirstStart,
      }
    } catch (error) {
      if (problemOf(error).status !== 404) throw error
      return { password: true, oidc: null }
    }
  },
})

/** The password that the first person just signed on with, until they chose one; in memory only. */
export const firstPassword = createStore('')

export async function signOut(): Promise<void> {
  await request('POST', '/api/auth/logout')
}
