/** Programs and their members. */

import { queryOptions } from '@tanstack/react-query'
import { api, request, take, takeTagged } from './client'
import { keys } from './keys'
import type { Answer, Program } from './types'
import type { WriteHeaders } from './write'

export type ProgramMember = Answer<'/api/programs/{program_id}/members', 'get'>['members'][number]
export const MEMBER_ROLES = ['lead', 'engineer', 'viewer'] as const
export const PROGRAM_STATES = ['Active', 'On Hold', 'Completed', 'Cancelled'] as const

export const programsQuery = queryOptions({
  queryKey: [...keys.programs, 'all'],
  queryFn: () =>
    take(api.GET('/api/programs', { params: { query: { limit: 100, sort: 'code' } } })),
  staleTime: 60_000,
})

/** The program with a code, and the tag of its state; null where nobody can see one. */
export function programQuery(code: string) {
  return queryOptions({
    queryKey: [...keys.programs, 'code', code],
    queryFn: async () => {
      const found = await take(api.GET('/api/programs', { params: { query: { code } } }))
      const id = found.programs[0]?.id
      if (id === undefined) return null
      const params = { path: { program_id: id } }
      return takeTagged(api.GET('/api/programs/{program_id}', { params }))
    },
  })
}

export function membersQuery(programId: string) {
  return queryOptions({
    queryKey: [...keys.programs, 'members', programId],
    queryFn: async () => {
      const params = { path: { program_id: programId } }
      return (await take(api.GET('/api/programs/{program_id}/members', { params }))).members
    },
  })
}

export async function createProgram(
  body: Record<string, unknown>,
  headers?: WriteHeaders,
): Promise<Program> {
  return (await request<Program>('POST', '/api/programs', { body, headers: { ...headers } })).record
}

export async function updateProgram(
  id: string,
  body: Record<string, unknown>,
  headers: WriteHeaders,
): Promise<Program> {
  return (await request<Program>('PUT', `/api/programs/${id}`, { body, headers: { ...headers } }))
    .record
}

export interface MemberChange {
  programId: string
  userId: string
  /** Null takes the person out. */
  role: string | null
  isNew?: boolean
}

export async function changeMember({ programId, userId, role, isNew }: MemberChange) {
  const path = `/api/programs/${programId}/members`
  if (role === null) await request('DELETE', `${path}/${userId}`)
  else if (isNew) await request('POST', path, { body: { userId, role } })
  else await request('PUT', `${path}/${userId}`, { body: { role } })
}
