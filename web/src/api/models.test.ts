import { expect, test, vi } from 'vitest'
import { loadModel } from './models'

const FILE = { id: '1', context: {} }

async function loadedFrom(answers: readonly ('absent' | 'there' | string)[]) {
  const left = [...answers]
  vi.stubGlobal('fetch', async () => {
    const told = left.shift()
    if (told === 'there') return new Response('glb')
    const error = { error: { code: 'NOT_FOUND', message: 'not ready' } }
    if (told === 'absent') return Response.json(error, { status: 404 })
    return Response.json({ data: { state: told } })
  })
  try {
    const content = await loadModel(FILE, new AbortController().signal)
    return new TextDecoder().decode(content)
  } finally {
    vi.unstubAllGlobals()
  }
}

test('a model that is made between two questions is asked for again, and no more than once', async () => {
  expect(await loadedFrom(['absent', 'ready', 'there'])).toBe('glb')
  await expect(loadedFrom(['absent', 'ready', 'absent', 'ready'])).rejects.toThrow('not ready')
  await expect(loadedFrom(['absent', 'failed'])).rejects.toThrow('not ready')
})
