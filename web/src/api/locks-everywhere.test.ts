/** Who holds what, while the server is away. */

import { afterEach, expect, test, vi } from 'vitest'
import { heldByOthers } from './locks-everywhere'

const unheard = vi.fn()

afterEach(() => {
  process.off('unhandledRejection', unheard)
  vi.unstubAllGlobals()
})

test('a server that is away fails one reading, and nothing besides', async () => {
  process.on('unhandledRejection', unheard)
  vi.stubGlobal('window', { location: { origin: 'https://plm.test' } })
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('fetch failed')
  })
  await expect(heldByOthers('me', undefined)).rejects.toMatchObject({ code: 'OFFLINE' })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(unheard).not.toHaveBeenCalled()
})
