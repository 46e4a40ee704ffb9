/** One change of many items, all of it or none. */

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

/** What stands against a change of items; with `dryRun` nothing is changed. */
export async function batchUpdate(
  ids: readonly string[],
  changes: Record<string, unknown>,
  dryRun: boolean,
  headers: WriteHeaders,
): Promise<readonly Refusal[]> {
  const response = await fetch('/api/items/batch-update', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ items: ids.map((id) => ({ id, changes })), dryRun }),
  }).catch(() => {
    throw Problem.offline()
  })
  const body = (await response.json()) as BatchAnswer
  if (body.data === undefined) throw await Problem.of(response, body)
  return body.data.errors ?? []
}
