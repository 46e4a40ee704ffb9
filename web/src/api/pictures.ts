/** Which files show what items look like; asked for many items at once. */

import { queryOptions } from '@tanstack/react-query'
import { api, take } from './client'

const MOST = 100
const PAUSE_MS = 30

interface Asked {
  id: string
  answer: (fileId: string | null) => void
  fail: (error: unknown) => void
}

let waiting: Asked[] = []

/** The rows that come into sight together are one request. */
function ask(id: string): Promise<string | null> {
  return new Promise((answer, fail) => {
    waiting.push({ id, answer, fail })
    if (waiting.length === 1) setTimeout(send, PAUSE_MS)
  })
}

function send() {
  const all = waiting
  waiting = []
  for (let at = 0; at < all.length; at += MOST) void sendPart(all.slice(at, at + MOST))
}

async function sendPart(asked: readonly Asked[]) {
  const query = { ids: asked.map(({ id }) => id).join(',') }
  try {
    const { pictures } = await take(api.GET('/api/item-pictures', { params: { query } }))
    const files = new Map(pictures.map(({ itemId, fileId }) => [itemId, fileId]))
    for (const { id, answer } of asked) answer(files.get(id) ?? null)
  } catch (error) {
    for (const { fail } of asked) fail(error)
  }
}

export function pictureQuery(itemId: string) {
  return queryOptions({
    queryKey: ['item-picture', itemId],
    queryFn: () => ask(itemId),
    staleTime: 60_000,
    retry: false,
  })
}
