/** Who is here: sign-on, the own record, permissions. */

import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, request, take } from './client'
import { keys } from './keys'
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

export async function signOut(): Promise<void> {
  await request('POST', '/api/auth/logout')
}
