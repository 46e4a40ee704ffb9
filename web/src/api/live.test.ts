import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { gatherer } from './live'

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
