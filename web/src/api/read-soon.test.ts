import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keys } from './keys'
import { refreshing } from './live'
import { readSoon } from './read-soon'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const queryKey = [...keys.item('7'), 'bom']

/** A large answer that is on the screen, and how often it was read since. */
function shown() {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 15_000 } } })
  const queryFn = vi.fn(async () => {
    await new Promise((done) => setTimeout(done, 400))
    return 'read'
  })
  client.setQueryData(queryKey, 'saved')
  new QueryObserver(client, { queryKey, queryFn }).subscribe(() => {})
  const save = () => readSoon(client, (query) => query.queryKey[3] === 'bom')
  return { client, queryFn, save }
}

test('what was saved is read once, when the feed tells of it', async () => {
  const { client, queryFn, save } = shown()
  save()
  await vi.advanceTimersByTimeAsync(200)
  expect(queryFn).not.toHaveBeenCalled()
  refreshing(client).onEvent({ id: '7', kind: 'line', by: null, items: [] })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(queryFn).toHaveBeenCalledTimes(1)
  expect(client.getQueryData(queryKey)).toBe('read')
})

test('where the feed does not come it is read all the same, once', async () => {
  const { queryFn, save } = shown()
  save()
  await vi.advanceTimersByTimeAsync(1000)
  save()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(queryFn).toHaveBeenCalledTimes(1)
})
