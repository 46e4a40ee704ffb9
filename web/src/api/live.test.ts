import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keys } from './keys'
import { gatherer, later, refreshing } from './live'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('one event is told soon, with what comes beside it', () => {
  const told: string[][] = []
  const gather = gatherer(
    (kinds) => told.push([...kinds]),
    () => 0,
  )
  gather('item')
  gather('lock')
  gather('item')
  vi.advanceTimersByTime(300)
  expect(told).toEqual([['item', 'lock']])
})

test('a storm of a minute is told a dozen times and not hundreds, its last event too', () => {
  const told: number[] = []
  const gather = gatherer(
    () => told.push(Date.now()),
    () => 0.5,
  )
  for (let second = 0; second < 600; second += 1) {
    gather('item')
    vi.advanceTimersByTime(100)
  }
  const last = Date.now()
  vi.advanceTimersByTime(10_000)
  expect(told.length).toBeLessThan(15)
  expect(told.at(-1)).toBeGreaterThanOrEqual(last - 100)
  // After a quiet while the next one is told soon again.
  vi.advanceTimersByTime(10_000)
  const before = told.length
  gather('item')
  vi.advanceTimersByTime(600)
  expect(told.length).toBe(before + 1)
})

test('of two events the later one is that of the greater number, and of its part', () => {
  expect(later('9', '10')).toBe('10')
  expect(later('42.2', '42.10')).toBe('42.10')
  expect(later('42.1', '42')).toBe('42.1')
  expect(later('', '0')).toBe('0')
  expect(later('', '7')).toBe('7')
})

test('what others do while a list is read for the first time is not missed', async () => {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: 15_000 } },
  })
  const answers = ['before', 'after']
  const queryFn = vi.fn(async () => {
    const read = answers.shift()
    await new Promise((done) => setTimeout(done, 3000))
    return read
  })
  const observer = new QueryObserver(client, { queryKey: [...keys.items, 'list'], queryFn })
  const leave = observer.subscribe(() => {})
  refreshing(client).onEvent({ id: '7', kind: 'lock', by: null, items: [] })
  await vi.advanceTimersByTimeAsync(3000)
  expect(observer.getCurrentResult().data).toBe('before')
  await vi.advanceTimersByTimeAsync(3000)
  expect(observer.getCurrentResult().data).toBe('after')
  await vi.advanceTimersByTimeAsync(30_000)
  expect(queryFn).toHaveBeenCalledTimes(2)
  leave()
})
