/** States of a design beside each other: commits of all branches, differences, merges, who holds what. */

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, request, take } from './client'
import type { Branch, Commit } from './designs'
import { keys } from './keys'
import type { Answer } from './types'
import type { WriteHeaders } from './write'

export type ItemDifference = Answer<'/api/branches/{branch_id}/diff', 'get'>['items'][number]
export type PlaceConflict = Answer<
  '/api/branches/{branch_id}/conflicts',
  'get'
>['conflicts'][number]
export type Checkout = Answer<'/api/checkouts', 'get'>['checkouts'][number]

const PAGE = 100

/** The commits of all branches of a design, newest first, page by page. */
export function designCommitsQuery(designId: string) {
  return infiniteQueryOptions({
    queryKey: [...keys.designs, 'commits', designId, 'all'],
    queryFn: ({ pageParam: page }) => {
      const query = { scope: 'design' as const, page, limit: PAGE }
      const params = { path: { design_id: designId }, query }
      return take(api.GET('/api/designs/{design_id}/commits', { params }))
    },
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) =>
      pages.length * PAGE < total ? pages.length + 1 : undefined,
    // What was committed meanwhile has moved some to the next page.
    select: ({ pages }) => ({
      commits: [...new Map(pages.flatMap(({ commits }) => commits.map((c) => [c.id, c]))).values()],
      total: pages[0]?.total ?? 0,
    }),
  })
}

/** The newest commits of main until a moment. */
export function commitsUntilQuery(designId: string, until: string) {
  return queryOptions({
    queryKey: [...keys.designs, 'commits', designId, 'until', until],
    queryFn: () => {
      const query = { limit: 20, until: until || undefined }
      const params = { path: { design_id: designId }, query }
      return take(api.GET('/api/designs/{design_id}/commits', { params }))
    },
  })
}

export function branchDiffQuery(branchId: string) {
  return queryOptions({
    queryKey: [...keys.designs, 'branch-diff', branchId],
    queryFn: () =>
      take(
        api.GET('/api/branches/{branch_id}/diff', { params: { path: { branch_id: branchId } } }),
      ),
  })
}

/** What a commit has that another has not. */
export function commitDiffQuery(commitId: string, against: string) {
  return queryOptions({
    queryKey: [...keys.designs, 'commit-diff', commitId, against],
    queryFn: () => {
      const params = { path: { commit_id: commitId }, query: { against } }
      return take(api.GET('/api/commits/{commit_id}/diff', { params }))
    },
  })
}

export function branchConflictsQuery(branchId: string) {
  return queryOptions({
    queryKey: [...keys.designs, 'branch-conflicts', branchId],
    queryFn: () => {
      const params = { path: { branch_id: branchId } }
      return take(api.GET('/api/branches/{branch_id}/conflicts', { params }))
    },
  })
}

export interface Resolution {
  itemId: string
  path: string
  take: 'ours' | 'theirs'
}

export interface BringTogether {
  verb: 'merge' | 'rebase'
  commitMessage?: string
  resolutions: readonly Resolution[]
}

/** Merges a branch into main, or moves it onto main. */
export async function bringTogether(
  branchId: string,
  { verb, ...body }: BringTogether,
  headers: WriteHeaders,
): Promise<{ branch: Branch; commit: Commit | null }> {
  const path = `/api/branches/${branchId}/${verb}`
  const sent = { body, headers: { ...headers } }
  return (await request<{ branch: Branch; commit: Commit | null }>('POST', path, sent)).record
}

export function archiveBranch(branchId: string, headers: WriteHeaders): Promise<unknown> {
  return request('POST', `/api/branches/${branchId}/archive`, { headers: { ...headers } })
}

export async function createBranch(
  designId: string,
  body: Record<string, unknown>,
  headers: WriteHeaders,
): Promise<Branch> {
  const path = `/api/designs/${designId}/branches`
  const sent = { body, headers: { ...headers } }
  return (await request<{ branch: Branch }>('POST', path, sent)).record.branch
}

export function checkoutsQuery(designId: string) {
  return queryOptions({
    queryKey: [...keys.items, 'checkouts', designId],
    queryFn: () =>
      take(api.GET('/api/checkouts', { params: { query: { designId, limit: PAGE } } })),
  })
}

export type Release = { itemId: string } & (
  | { verb: 'checkin' | 'cancel'; branchId: string }
  | { verb: 'unlock' }
)

/** Lets an item go: keeps what was done, goes back to what stood before, or gives the lock back. */
export function releaseItem(release: Release, headers: WriteHeaders): Promise<unknown> {
  const item = `/api/items/${release.itemId}`
  const sent = { headers: { ...headers } }
  if (release.verb === 'unlock') return request('POST', `${item}/unlock`, { ...sent, body: {} })
  const body = { branchId: release.branchId }
  if (release.verb === 'checkin') return request('POST', `${item}/checkin`, { ...sent, body })
  return request('DELETE', `${item}/checkout`, { ...sent, query: body })
}
