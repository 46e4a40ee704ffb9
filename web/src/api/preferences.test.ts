/** What two tabs keep at the same time. */

import { afterEach, expect, test, vi } from 'vitest'
import { editPreferences } from './preferences'

afterEach(() => vi.unstubAllGlobals())

/** A server on which others write between a reading and the writing after it, so many times. */
function keeping(others: number) {
  const kept = { version: 1, preferences: {} as Record<string, unknown> }
  vi.stubGlobal('window', { location: { origin: 'https://plm.test' } })
  vi.stubGlobal('fetch', async (_: URL, asked: RequestInit) => {
    if (asked.method === 'PUT') {
      if (others-- > 0) kept.preferences = { ...kept.preferences, [`other${++kept.version}`]: true }
      if (new Headers(asked.headers).get('if-match') !== `"${kept.version}"`)
        return new Response('{}', { status: 412 })
      kept.preferences = JSON.parse(String(asked.body)).preferences
    }
    const headers = { etag: `"${kept.version}"` }
    return new Response(JSON.stringify({ data: { preferences: kept.preferences } }), { headers })
  })
  return kept
}

test('both are kept where another tab writes meanwhile', async () => {
  const kept = keeping(2)
  await editPreferences((now) => ({ ...now, mail: 'off' }))
  expect(kept.preferences).toMatchObject({ other2: true, other3: true, mail: 'off' })
})

test('what others write for ever is told', async () => {
  keeping(9)
  await expect(editPreferences((now) => now)).rejects.toMatchObject({ status: 412 })
})
