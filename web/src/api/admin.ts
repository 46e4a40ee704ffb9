/** People, roles and workflows, as administrators tend them. */

import { queryOptions } from '@tanstack/react-query'
import { api, request, type Tagged, take, takeTagged } from './client'
import { keys } from './keys'
import type { Answer } from './types'
import type { WriteHeaders } from './write'

export type User = Answer<'/api/users/{user_id}', 'get'>
export type Role = Answer<'/api/roles/{role_id}', 'get'>
export type Workflow = Answer<'/api/workflows', 'get'>['workflows'][number]

export function userQuery(id: string) {
  const params = { path: { user_id: id } }
  return queryOptions({
    queryKey: [...keys.users, 'one', id],
    queryFn: () => takeTagged(api.GET('/api/users/{user_id}', { params })),
  })
}

export const rolesQuery = queryOptions({
  queryKey: keys.roles,
  queryFn: async () => {
    const { roles } = await take(api.GET('/api/roles'))
    return roles.toSorted((a, b) => Number(b.builtIn) - Number(a.builtIn) || order(a, b))
  },
})

/** The roles of every server from the most rights to the fewest, others by name. */
function order(a: Role, b: Role): number {
  if (a.builtIn && b.builtIn) return b.permissions.length - a.permissions.length
  return a.name.localeCompare(b.name)
}

export function roleQuery(id: string) {
  const params = { path: { role_id: id } }
  return queryOptions({
    queryKey: [...keys.roles, id],
    queryFn: () => takeTagged(api.GET('/api/roles/{role_id}', { params })),
  })
}

export const workflowsQuery = queryOptions({
  queryKey: ['workflows'],
  queryFn: async () =>
    (await take(api.GET('/api/workflows', { params: { query: { limit: 100 } } }))).workflows,
})

export function workflowApproversQuery(id: string) {
  const params = { path: { workflow_id: id } }
  return queryOptions({
    queryKey: ['workflows', id, 'approvers'],
    queryFn: async () =>
      (await take(api.GET('/api/workflows/{workflow_id}/approvers', { params }))).approvers,
  })
}

export function workflowReportQuery(id: string) {
  const params = { path: { workflow_id: id } }
  return queryOptions({
    queryKey: ['workflows', id, 'validate'],
    queryFn: () => take(api.GET('/api/workflows/{workflow_id}/validate', { params })),
  })
}

export interface UserFields {
  email?: string
  name?: string
  password?: string
  active?: boolean
  roleIds?: readonly string[]
}

export async function createUser(body: UserFields, headers: WriteHeaders): Promise<User> {
  const sent = { body, headers: { ...headers } }
  return (await request<User>('POST', '/api/users', sent)).record
}

export function updateUser(
  id: string,
  body: UserFields,
  headers: WriteHeaders,
): Promise<Tagged<User>> {
  return request('PUT', `/api/users/${id}`, { body, headers: { ...headers } })
}

export interface RoleFields {
  name?: string
  description?: string
  permissions?: readonly string[]
}

export async function createRole(body: RoleFields, headers: WriteHeaders): Promise<Role> {
  const sent = { body, headers: { ...headers } }
  return (await request<Role>('POST', '/api/roles', sent)).record
}

export async function updateRole(id: string, body: RoleFields, headers: WriteHeaders) {
  await request('PUT', `/api/roles/${id}`, { body, headers: { ...headers } })
}

export async function deleteRole(id: string, headers: WriteHeaders) {
  await request('DELETE', `/api/roles/${id}`, { headers: { ...headers } })
}

export type Received = Answer<'/api/publications', 'get'>['publications'][number]

/** The designs of this cell that others publish. */
export const receivedQuery = queryOptions({
  queryKey: [...keys.designs, 'received'],
  queryFn: async () => (await take(api.GET('/api/publications'))).publications,
})

export type SystemState = Answer<'/api/system', 'get'>

/** Told anew every now and then, since queues move. */
export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: () => take(api.GET('/api/system')),
  refetchInterval: 10_000,
})
