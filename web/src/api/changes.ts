/** Change orders: lists, one, its workflow, votes, differences. */

import { queryOptions } from '@tanstack/react-query'
import { api, request, take, takeTagged } from './client'
import { everyItemPage } from './every-page'
import { keys } from './keys'
import { problemOf } from './problem'
import type { Answer, ChangeOrder } from './types'
import type { WriteHeaders } from './write'

export type OrderRow = Answer<'/api/change-orders', 'get'>['changeOrders'][number]
export type Difference = Answer<'/api/change-orders/{order_id}/diff', 'get'>['items'][number]
export type Affected = Answer<
  '/api/change-orders/{order_id}/affected-items',
  'get'
>['affectedItems'][number]
export type Step = Answer<
  '/api/change-orders/{order_id}/workflow/transition',
  'get'
>['availableTransitions'][number]

/** What a change that has not started would start on. */
export type Upcoming = Answer<'/api/change-orders/{order_id}/workflow', 'get'>['upcoming']

interface OrderList {
  changeOrders: OrderRow[]
  total: number
}

type OrderQuery = Readonly<Record<string, string | number | undefined>>

export async function listOrders(query: OrderQuery): Promise<OrderList> {
  return (await request<OrderList>('GET', '/api/change-orders', { query })).record
}

export type Progress = Answer<'/api/change-orders/progress', 'get'>['progress'][number]

const MOST_IDS = 100

/** How far many change orders are; by their ids. */
export function progressQuery(ids: readonly string[]) {
  const asked = [...ids].sort().slice(0, MOST_IDS)
  return queryOptions({
    queryKey: [...keys.changeOrders, 'progress', asked],
    queryFn: async () => {
      const params = { query: { ids: asked.join(',') } }
      const { progress } = await take(api.GET('/api/change-orders/progress', { params }))
      return new Map(progress.map((entry) => [entry.orderId, entry]))
    },
    enabled: asked.length > 0,
  })
}

/** The change orders of one column, calendar month, or the like; the first of them. */
export function ordersQuery(query: OrderQuery) {
  return queryOptions({
    queryKey: [...keys.changeOrders, 'some', query],
    queryFn: () => listOrders({ ...query }),
  })
}

const PAGE = 100
const MOST_PAGES = 10

/** All change orders that a query finds, up to a thousand; `total` says how many there are. */
export function allOrdersQuery(query: OrderQuery) {
  return queryOptions({
    queryKey: [...keys.changeOrders, 'all', query],
    queryFn: async (): Promise<OrderList> => {
      const wanted = { query, size: PAGE, most: MOST_PAGES }
      const pages = await everyItemPage<OrderList>('/api/change-orders', wanted)
      return { ...pages[0], changeOrders: pages.flatMap((page) => page.changeOrders) }
    },
  })
}

const one = (id: string) => [...keys.changeOrders, 'one', id] as const

/** A change order by its number, as addresses name it. */
export function orderQuery(number: string) {
  return queryOptions({
    queryKey: [...keys.changeOrders, 'number', number],
    queryFn: async ({ client }) => {
      const path = `/api/items/by-number/${encodeURIComponent(number)}`
      const { record } = await request<{ id: string; type: string }>('GET', path)
      // What the page is opened for comes first, before all that stands around it.
      if (record.type === 'ChangeOrder')
        void client.prefetchQuery(differencesQuery(record.id, FIRST_DIFFERENCES))
      return takeTagged(
        api.GET('/api/change-orders/{order_id}', { params: { path: { order_id: record.id } } }),
      )
    },
  })
}

export function workflowQuery(id: string) {
  return queryOptions({
    queryKey: [...one(id), 'workflow'],
    queryFn: () => take(api.GET('/api/change-orders/{order_id}/workflow', { params: order(id) })),
  })
}

export function stepsQuery(id: string) {
  return queryOptions({
    queryKey: [...one(id), 'steps'],
    queryFn: () =>
      take(api.GET('/api/change-orders/{order_id}/workflow/transition', { params: order(id) })),
  })
}

export function approvalsQuery(id: string) {
  return queryOptions({
    queryKey: [...one(id), 'approvals'],
    queryFn: () => take(api.GET('/api/change-orders/{order_id}/approvals', { params: order(id) })),
  })
}

/** As many differences as the first screen shows; those of the other items are asked for behind it. */
export const FIRST_DIFFERENCES = 8

export function differencesQuery(id: string, limit?: number) {
  return queryOptions({
    queryKey: [...one(id), 'diff', limit ?? 'all'],
    queryFn: () =>
      take(
        api.GET('/api/change-orders/{order_id}/diff', {
          params: { ...order(id), query: { limit } },
        }),
      ),
  })
}

export function conflictsQuery(id: string) {
  return queryOptions({
    queryKey: [...one(id), 'conflicts'],
    queryFn: () => take(api.GET('/api/change-orders/{order_id}/conflicts', { params: order(id) })),
  })
}

export type Impact = Answer<'/api/change-orders/{order_id}/impact', 'get'>
export type Conflict = Answer<'/api/change-orders/{order_id}/conflicts', 'get'>['conflicts'][number]

export function impactQuery(id: string) {
  return queryOptions({
    queryKey: [...one(id), 'impact'],
    queryFn: () => take(api.GET('/api/change-orders/{order_id}/impact', { params: order(id) })),
  })
}

export type Preview = Answer<'/api/change-orders/{order_id}/release/preview', 'post'>

export function releasePreviewQuery(id: string) {
  return queryOptions({
    queryKey: [...one(id), 'release-preview'],
    staleTime: 0,
    queryFn: () =>
      take(api.POST('/api/change-orders/{order_id}/release/preview', { params: order(id) })),
  })
}

export interface Resolution {
  itemId: string
  path: string
  take: 'ours' | 'theirs'
  /** That of the conflict that was seen; the server refuses what was decided of other values. */
  etag: string
}

export function resolveConflicts(
  id: string,
  resolutions: readonly Resolution[],
  headers: WriteHeaders,
): Promise<unknown> {
  const path = `/api/change-orders/${id}/resolve-conflicts`
  return request('POST', path, { body: { resolutions }, headers: { ...headers } })
}

/** Moves the branches of a change onto what main is now. */
export function rebase(id: string, headers: WriteHeaders): Promise<unknown> {
  return request('POST', `/api/change-orders/${id}/rebase`, { headers: { ...headers } })
}

/** Puts everything unreleased below the affected items on the list as well; how much it was. */
export async function addUnreleasedBelow(id: string, headers: WriteHeaders): Promise<number> {
  const path = `/api/change-orders/${id}/affected-items`
  const sent = { body: { includeUnreleasedBelow: true }, headers: { ...headers } }
  const { record } = await request<{ affectedItems: readonly Affected[] }>('POST', path, sent)
  return record.affectedItems.length
}

export function affectedQuery(id: string) {
  return queryOptions({
    queryKey: [...one(id), 'affected'],
    queryFn: () =>
      take(api.GET('/api/change-orders/{order_id}/affected-items', { params: order(id) })),
  })
}

/** A branch of a change, by its id. */
export function changeBranchQuery(id: string) {
  return queryOptions({
    queryKey: [...keys.changeOrders, 'branch', id],
    queryFn: () =>
      take(api.GET('/api/branches/{branch_id}', { params: { path: { branch_id: id } } })),
  })
}

export function stepHistoryQuery(id: string) {
  return queryOptions({
    queryKey: [...one(id), 'history'],
    queryFn: () =>
      take(api.GET('/api/change-orders/{order_id}/workflow/history', { params: order(id) })),
  })
}

function order(id: string) {
  return { path: { order_id: id } }
}

export async function createOrder(
  body: Record<string, unknown>,
  headers: WriteHeaders,
): Promise<ChangeOrder> {
  const asked = { body, headers: { ...headers } }
  return (await request<ChangeOrder>('POST', '/api/change-orders', asked)).record
}

export interface Decision {
  kind: 'submit' | 'approve' | 'reject' | 'step'
  transitionId?: string
  /** Whether it is the first step, before which the workflow begins. */
  begins?: boolean
  comment?: string
  password?: string
  /** What the voter has read: a vote on other content is refused. */
  contentDigest?: string
}

/** Takes a step or votes; the server moves on where the vote was the last one needed. */
export async function decide(
  id: string,
  { kind, transitionId, begins, ...said }: Decision,
  headers: WriteHeaders,
): Promise<unknown> {
  if (begins) await beginWorkflow(id)
  const path = `/api/change-orders/${id}/${kind === 'step' ? 'workflow/transition' : kind}`
  const body = kind === 'step' ? { transitionId, comment: said.comment } : said
  return request('POST', path, { body, headers: { ...headers } })
}

/** Begins the usual workflow, unless an attempt before, or somebody else, has begun it. */
async function beginWorkflow(id: string) {
  const begun = request('POST', `/api/change-orders/${id}/workflow`, { body: {} })
  await begun.catch((error: unknown) => {
    if (problemOf(error).status !== 409) throw error
  })
}

/** Begins a workflow that somebody chose; without a choice the submission begins the usual one. */
export function startWorkflow(id: string, definitionId: string, headers: WriteHeaders) {
  const path = `/api/change-orders/${id}/workflow`
  const body = { workflowDefinitionId: definitionId }
  return request('POST', path, { body, headers: { ...headers } })
}

export function markReviewed(
  id: string,
  entry: { id: string; reviewed: boolean },
  headers: WriteHeaders,
): Promise<unknown> {
  const path = `/api/change-orders/${id}/affected-items/${entry.id}`
  return request('PUT', path, { body: { reviewed: entry.reviewed }, headers: { ...headers } })
}

/** Puts an item on the list: one that is released is revised, another is released with the change. */
export async function addAffected(id: string, itemId: string, headers: WriteHeaders) {
  const { record } = await request<{ state: string }>('GET', `/api/items/${itemId}`)
  const body = { itemId, changeAction: record.state === 'Released' ? 'revise' : 'release' }
  const path = `/api/change-orders/${id}/affected-items`
  return request('POST', path, { body, headers: { ...headers } })
}

export function removeAffected(id: string, entryId: string, headers: WriteHeaders) {
  const path = `/api/change-orders/${id}/affected-items/${entryId}`
  return request('DELETE', path, { headers: { ...headers } })
}

export function updateOrder(
  id: string,
  body: Record<string, unknown>,
  headers: WriteHeaders,
): Promise<unknown> {
  return request('PUT', `/api/change-orders/${id}`, { body, headers: { ...headers } })
}
