/** Models of STEP files, which the server makes once it has read them. */

import { queryOptions } from '@tanstack/react-query'
import { api, request, take } from './client'
import type { PlacedFile } from './file-addresses'
import type { Context } from './items'
import { keys } from './keys'
import { Problem } from './problem'
import type { Answer } from './types'

const AGAIN_MS = 1000

const STEP = /\.(stp|step|p21)$/i

export function isStep(file: { originalFileName: string }): boolean {
  return STEP.test(file.originalFileName)
}

/** A file as a branch or a commit shows it. */
interface ModelFile {
  id: string
  context: Context
}

function addressOf({ id, context }: ModelFile, what: 'glb' | 'properties'): string {
  const asked = new URLSearchParams({ ...context })
  return `/api/files/${id}/${what}${asked.size > 0 ? `?${asked}` : ''}`
}

/** Asks for the model until it is there, or cannot be made. */
export async function loadModel(file: ModelFile, signal: AbortSignal): Promise<ArrayBuffer> {
  for (let wasReady = false; ; ) {
    const answer = await ask(addressOf(file, 'glb'), signal)
    if (answer.ok) return answer.arrayBuffer()
    const problem = await Problem.of(answer)
    const state = answer.status === 404 ? await stateOf(file, signal) : null
    // It came between the two questions.
    const isThere: boolean = state === 'ready' && !wasReady
    if (!isThere && state !== 'pending' && state !== 'working') throw problem
    wasReady = isThere
    if (!isThere) await new Promise((wake) => setTimeout(wake, AGAIN_MS))
    signal.throwIfAborted()
  }
}

async function stateOf(file: ModelFile, signal: AbortSignal): Promise<string | null> {
  const answer = await ask(addressOf(file, 'properties'), signal)
  if (!answer.ok) return null
  const { data } = (await answer.json()) as { data: { state: string } }
  return data.state
}

function ask(path: string, signal: AbortSignal): Promise<Response> {
  return fetch(path, { credentials: 'same-origin', signal }).catch((error: unknown) => {
    throw signal.aborted ? error : Problem.offline()
  })
}

type Reading = Answer<'/api/files/{file_id}/properties', 'get'>['state']

/** How far the server is with a STEP file, asked again until it has read it. */
export function readingQuery(file: PlacedFile & { version: number }) {
  const query = { branchId: file.branchId ?? undefined }
  return queryOptions({
    queryKey: [...keys.files, file.id, 'reading', file.version, query],
    queryFn: async () => {
      const path = { file_id: file.id }
      const params = { path, query }
      return (await take(api.GET('/api/files/{file_id}/properties', { params }))).state
    },
    retry: false,
    refetchInterval: ({ state }: { state: { data?: Reading } }) =>
      state.data === 'pending' && AGAIN_MS,
  })
}

export type ItemScene = Answer<'/api/items/{item_id}/scene', 'get'>

/** Which models stand for an item and what it holds. */
export function sceneQuery(itemId: string, context: Context) {
  return queryOptions({
    queryKey: [...keys.items, itemId, 'scene', context],
    queryFn: async () =>
      (await request<ItemScene>('GET', `/api/items/${itemId}/scene`, { query: { ...context } }))
        .record,
  })
}
