/** What stays on the screen while the server is away, and what is told. */

import { onlineManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepWhileAway } from './live-away'
import { Problem } from './problem'

let answers: unknown[] = []
let about: number[] = []

/** A query on the screen that was read once, of a page that keeps what it has. */
async function shown() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  keepWhileAway(client)
  const queryFn = vi.fn(async () => {
    const next = answers.shift()
    if (next instanceof Error) throw next
    return next
  })
  const observer = new QueryObserver(client, { queryKey: ['list'], queryFn })
  observer.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(0)
  const again = () => observer.refetch()
  return { observer, queryFn, again }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async () => {
    const status = about.shift() ?? 200
    if (status === 0) throw new TypeError('fetch failed')
    return { status }
  })
  answers = []
  about = []
})

afterEach(() => {
  onlineManager.setOnline(true)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a server that is back already is asked at once, and nothing stays old', async () => {
  answers = ['old', Problem.offline(), 'new']
  const { observer, again } = await shown()
  await again()
  await vi.advanceTimersByTimeAsync(0)
  expect(observer.getCurrentResult().data).toBe('new')
  expect(onlineManager.isOnline()).toBe(true)
})

test('an endpoint that fails while the server is there is told, after one more try', async () => {
  const slow = new Problem(504, 'HTTP_504', 'Gateway Timeout')
  answers = ['old', slow, slow, slow]
  const { observer, queryFn, again } = await shown()
  await again()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(observer.getCurrentResult().error).toBe(slow)
  expect(queryFn).toHaveBeenCalledTimes(3)
})

test('what was read stays while the server is away, and is read anew once it is back', async () => {
  const away = new Problem(503, 'HTTP_503', 'Service Unavailable')
  answers = ['old', away, 'new', away, 'newer']
  about = [0, 502, 403]
  const { observer, again } = await shown()
  await again()
  await vi.advanceTimersByTimeAsync(0)
  expect(observer.getCurrentResult()).toMatchObject({ data: 'old', error: null })
  expect(onlineManager.isOnline()).toBe(false)
  // A proxy that lets nobody read this is there all the same.
  await vi.advanceTimersByTimeAsync(60_000)
  expect(onlineManager.isOnline()).toBe(true)
  expect(observer.getCurrentResult().data).toBe('new')
  // The next outage is one of its own.
  await again()
  await vi.advanceTimersByTimeAsync(0)
  expect(observer.getCurrentResult()).toMatchObject({ data: 'newer', error: null })
})

test.each([
  new SyntaxError('Unexpected token <'),
  new TypeError('undefined is not a function'),
  new Problem(500, 'INTERNAL_ERROR', 'Something went wrong'),
])('what is no outage is told at once: %s', async (fault) => {
  answers = ['old', fault]
  const { observer, queryFn, again } = await shown()
  await again()
  await vi.advanceTimersByTimeAsync(0)
  expect(observer.getCurrentResult().error).toBe(fault)
  expect(queryFn).toHaveBeenCalledTimes(2)
})

test('what was read stays for whoever has to sign in again, and is read then', async () => {
  answers = ['old', new Problem(401, 'UNAUTHENTICATED', 'Sign in'), 'new']
  const { observer, again } = await shown()
  await again()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(observer.getCurrentResult()).toMatchObject({ data: 'old', error: null, isStale: true })
  await again()
  expect(observer.getCurrentResult().data).toBe('new')
})
