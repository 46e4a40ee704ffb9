import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { untilItComes } from './until-it-comes'

const page = new EventTarget()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** What comes at the given try. */
function comingAt(count: number) {
  return vi.fn(async () => {
    if (load.mock.calls.length < count) throw new TypeError('Failed to fetch')
    return 'here'
  })
}
let load: ReturnType<typeof comingAt>

test('what does not come is asked for again after a while, and ever more seldom', async () => {
  load = comingAt(4)
  const come = untilItComes(load, new AbortController().signal)
  await vi.advanceTimersByTimeAsync(6500)
  expect(load).toHaveBeenCalledTimes(2)
  // Before three quarters of both pauses are over.
  await vi.advanceTimersByTimeAsync(4500)
  expect(load).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await come).toBe('here')
  expect(load).toHaveBeenCalledTimes(4)
})

test('once there is a network it is asked for at once, and only once', async () => {
  load = comingAt(2)
  const come = untilItComes(load, new AbortController().signal)
  await vi.advanceTimersByTimeAsync(10)
  page.dispatchEvent(new Event('online'))
  expect(await come).toBe('here')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(load).toHaveBeenCalledTimes(2)
})

test('nobody asks any more for a page that was left', async () => {
  load = comingAt(9)
  const leaving = new AbortController()
  const come = untilItComes(load, leaving.signal)
  await vi.advanceTimersByTimeAsync(10)
  leaving.abort()
  await expect(come).rejects.toThrow('aborted')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(load).toHaveBeenCalledTimes(1)
})
