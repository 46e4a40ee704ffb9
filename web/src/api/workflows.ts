/** Definitions of workflows and lifecycles: read, tried, saved, and who approves in them. */

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, request, type Tagged, take, takeTagged } from './client'
import { type Problem, problemOf } from './problem'
import type { Answer } from './types'
import type { WriteHeaders } from './write'

export type Workflow = Answer<'/api/workflows/{workflow_id}', 'get'>['workflow']
export type Preview = Answer<'/api/workflows/preview', 'post'>
export type StateApprovers = Answer<
  '/api/workflows/{workflow_id}/approvers',
  'get'
>['approvers'][number]

export const workflowKeys = ['workflows'] as const

export function workflowQuery(id: string) {
  const params = { path: { workflow_id: id } }
  return queryOptions({
    queryKey: [...workflowKeys, id, 'one'],
    queryFn: async (): Promise<Tagged<Workflow>> => {
      const found = await takeTagged(api.GET('/api/workflows/{workflow_id}', { params }))
      return { record: found.record.workflow, etag: found.etag }
    },
  })
}

/** What changes may follow now. */
export const usableWorkflowsQuery = queryOptions({
  queryKey: [...workflowKeys, 'usable'],
  queryFn: async () => {
    const query = { type: 'workflow', isActive: true, limit: 100 } as const
    return (await take(api.GET('/api/workflows', { params: { query } }))).workflows
  },
  staleTime: 60_000,
})

export interface Finding {
  path: string
  message: string
}

export interface Checked {
  errors: readonly Finding[]
  warnings: readonly Finding[]
  steps: Preview['steps']
  outcomes: Preview['outcomes']
}

/** What the server would say of a definition if it were saved so; what it cannot read is an error too. */
export function previewQuery(body: unknown) {
  return queryOptions({
    queryKey: [...workflowKeys, 'preview', body],
    queryFn: () => preview(body),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    gcTime: 60_000,
  })
}

async function preview(body: unknown): Promise<Checked> {
  try {
    return (await request<Preview>('POST', '/api/workflows/preview', { body })).record
  } catch (error) {
    const problem = problemOf(error)
    if (problem.status !== 400) throw error
    return { errors: findings(problem), warnings: [], steps: null, outcomes: {} }
  }
}

function findings(problem: Problem): Finding[] {
  const found = problem.details.map(({ field = '', message = '' }) => ({ path: field, message }))
  return found.length > 0 ? found : [{ path: '', message: problem.message }]
}

type Sent = Record<string, unknown>

export async function createWorkflow(body: Sent, headers: WriteHeaders): Promise<Workflow> {
  const sent = { body, headers: { ...headers } }
  return (await request<{ workflow: Workflow }>('POST', '/api/workflows', sent)).record.workflow
}

export function saveWorkflow(id: string, body: Sent, headers: WriteHeaders): Promise<unknown> {
  return request('PUT', `/api/workflows/${id}`, { body, headers: { ...headers } })
}

export function deleteWorkflow(id: string, headers: WriteHeaders): Promise<unknown> {
  return request('DELETE', `/api/workflows/${id}`, { headers: { ...headers } })
}

export function approversQuery(id: string) {
  const params = { path: { workflow_id: id } }
  return queryOptions({
    queryKey: [...workflowKeys, id, 'approvers'],
    queryFn: async () =>
      (await take(api.GET('/api/workflows/{workflow_id}/approvers', { params }))).approvers,
  })
}

const approversPath = (id: string, stateId: string) =>
  `/api/workflows/${id}/states/${encodeURIComponent(stateId)}/approvers`

export function nameApprover(
  at: { id: string; stateId: string },
  who: { userId?: string; roleId?: string },
  headers: WriteHeaders,
): Promise<unknown> {
  return request('POST', approversPath(at.id, at.stateId), { body: who, headers: { ...headers } })
}

export function dropApprover(
  at: { id: string; stateId: string },
  approverId: string,
  headers: WriteHeaders,
): Promise<unknown> {
  const path = `${approversPath(at.id, at.stateId)}/${approverId}`
  return request('DELETE', path, { headers: { ...headers } })
}
