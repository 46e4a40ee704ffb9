/** One change of many items, all of it or none. */

import { ask, request } from './client'
import type { Context } from './items'
import { Problem } from './problem'
import type { WriteHeaders } from './write'

export interface Refusal {
  itemId: string
  error: string
  details: string
}

interface BatchAnswer {
  data?: { errors?: Refusal[] }
}

export interface BatchItem {
  id: string
  changes: Record<string, unknown>
  /** The state of it that was seen. */
  ifMatch?: string
}

interface BatchUpdate {
  items: readonly BatchItem[]
  context: Context
  dryRun: boolean
}

/** What stands against a change of items; with `dryRun` nothing is changed. */
export async function batchUpdate(
  { items, context, dryRun }: BatchUpdate,
  headers: WriteHeaders,
): Promise<readonly Refusal[]> {
  const body = { items, dryRun, branchId: context.branchId }
  const path = '/api/items/batch-update'
  const response = await ask('POST', path, { body, headers: { ...headers } })
  const answer = (await response.json().catch(() => ({}))) as BatchAnswer
  if (answer.data === undefined) throw await Problem.of(response, answer)
  return answer.data.errors ?? []
}

interface SeenState {
  id: string
  modifiedAt: string
  etag: string
}

/** When items were changed last, and their tags. */
export async function seenStates(
  ids: readonly string[],
  { branchId }: Context,
): Promise<ReadonlyMap<string, SeenState>> {
  const body = { ids, fields: ['modifiedAt'] }
  const path = '/api/items/batch-get'
  const { record } = await request<{ items: SeenState[] }>('POST', path, {
    query: { branchId },
    body,
  })
  return new Map(record.items.map((item) => [item.id, item]))
}
