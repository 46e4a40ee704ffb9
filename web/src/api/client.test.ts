/** Writes whose answer was lost. */

import { afterEach, expect, test, vi } from 'vitest'
import { ask } from './client'
import { saveStructure } from './structure'

afterEach(() => vi.unstubAllGlobals())

const write = (name: string, key: string) =>
  ask('POST', '/api/items', { body: { name }, headers: { 'Idempotency-Key': key } })

test('what is asked again after its answer was lost is made once', async () => {
  vi.stubGlobal('window', { location: { origin: 'http://plm' } })
  const keys: string[] = []
  const answers = [
    () => Promise.reject(new TypeError('lost')),
    () => Promise.resolve(new Response('<html>', { status: 502 })),
    () => Promise.resolve(Response.json({ data: {} }, { status: 201 })),
  ]
  vi.stubGlobal('fetch', (_: URL, { headers }: { headers: Record<string, string> }) => {
    keys.push(headers['Idempotency-Key'] ?? '')
    return (answers.shift() ?? (() => Promise.resolve(Response.json({ data: {} }))))()
  })
  await expect(write('bolt', '1')).rejects.toMatchObject({ code: 'OFFLINE' })
  await write('bolt', '2')
  await write('bolt', '3')
  // Once it was answered, the same words mean another one, as other words always do.
  await write('bolt', '4')
  answers.push(() => Promise.reject(new TypeError('lost')))
  await expect(write('bolt', '5')).rejects.toMatchObject({ code: 'OFFLINE' })
  await write('nut', '6')
  expect(keys).toEqual(['1', '1', '1', '4', '5', '6'])
})

test('an answer that is not of the server is told as its failure', async () => {
  vi.stubGlobal('window', { location: { origin: 'http://plm' } })
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<html>', { status: 502 })))
  const saved = saveStructure({ changes: [], items: [] }, { 'Idempotency-Key': '1' })
  await expect(saved).rejects.toMatchObject({ name: 'Problem', status: 502 })
})
