/** What `?at=` of an address means: main, a branch by its name, or as of a commit. */

import { queryOptions } from '@tanstack/react-query'
import { api, take } from './client'
import { branchesQuery, designByCodeQuery } from './designs'
import { type Context, itemIdQuery, itemQuery, MAIN } from './items'
import { problemOf } from './problem'
import { queryClient } from './query-client'
import type { Answer } from './types'

export interface Version {
  kind: 'main' | 'branch' | 'commit'
  /** The words of the address; undefined on main. */
  at: string | undefined
  context: Context
}

/** Whether no branch of that name is known here, so that main is shown in its place. */
export function isUnknown({ kind, context }: Version): boolean {
  return kind === 'branch' && !context.branchId
}

export type Commit = Answer<'/api/commits/{commit_id}', 'get'>

export const MAIN_VERSION: Version = { kind: 'main', at: undefined, context: MAIN }

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const ECO = /^eco\/(.+)$/

export function versionQuery(ref: string, at: string | undefined) {
  return queryOptions({
    queryKey: ['version', ref, at],
    queryFn: () => versionOf(ref, at),
    staleTime: 60_000,
  })
}

async function versionOf(ref: string, at: string | undefined): Promise<Version> {
  if (!at || at === 'main') return MAIN_VERSION
  if (UUID.test(at)) return { kind: 'commit', at, context: { commitId: at } }
  const branchId = (await branchOfDesign(ref, at)) ?? (await branchOfChange(at))
  return { kind: 'branch', at, context: branchId ? { branchId } : MAIN }
}

async function branchOfDesign(ref: string, name: string): Promise<string | undefined> {
  try {
    const id = await queryClient.fetchQuery(itemIdQuery(ref, MAIN))
    const { record } = await queryClient.fetchQuery(itemQuery(id))
    if (!record.designId) return undefined
    const { branches } = await queryClient.fetchQuery(branchesQuery(record.designId))
    return branches.find((branch) => branch.name === name)?.id
  } catch (error) {
    // What is new on a branch is not on main.
    if (problemOf(error).status !== 404) throw error
    return undefined
  }
}

/** The version of a list: a branch of the only design that it shows, or a commit. */
export function listVersionQuery(code: string | undefined, at: string | undefined) {
  return queryOptions({
    queryKey: ['version', 'list', code, at],
    queryFn: async (): Promise<Version> => {
      if (!at || at === 'main') return MAIN_VERSION
      if (UUID.test(at)) return { kind: 'commit', at, context: { commitId: at } }
      const design =
        code === undefined ? null : await queryClient.fetchQuery(designByCodeQuery(code))
      const id = design?.record.id
      const branches = id ? (await queryClient.fetchQuery(branchesQuery(id))).branches : []
      const branchId = branches.find((branch) => branch.name === at)?.id
      return { kind: 'branch', at, context: branchId ? { branchId } : MAIN }
    },
    staleTime: 60_000,
  })
}

/** The branch of a change order, for library items and for what is new there. */
async function branchOfChange(name: string): Promise<string | undefined> {
  const number = ECO.exec(name)?.[1]
  if (!number) return undefined
  const { changeOrders } = await take(
    api.GET('/api/change-orders', { params: { query: { search: number } } }),
  )
  const order = changeOrders.find((one) => one.itemNumber === number)
  if (!order) return undefined
  const path = { order_id: order.id }
  const { affectedItems } = await take(
    api.GET('/api/change-orders/{order_id}/affected-items', { params: { path } }),
  )
  return affectedItems.find((entry) => entry.branchId)?.branchId ?? undefined
}

export function commitQuery(id: string) {
  return queryOptions({
    queryKey: ['commit', id],
    queryFn: () =>
      take(api.GET('/api/commits/{commit_id}', { params: { path: { commit_id: id } } })),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
