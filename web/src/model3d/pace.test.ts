import { expect, test, vi } from 'vitest'
import { isPlayed, Pace } from './pace'

test('a heavy model is drawn coarsely while it moves, and once in full when it rests', () => {
  vi.useFakeTimers()
  const drawInFull = vi.fn()
  const pace = new Pace(true, drawInFull)
  pace.weigh(90_000)
  pace.move()
  expect(pace.isQuick).toBe(false)
  pace.weigh(110_000)
  for (const _ of [1, 2, 3]) {
    pace.move()
    vi.advanceTimersByTime(100)
    expect(pace.isQuick).toBe(true)
  }
  expect(drawInFull).not.toHaveBeenCalled()
  vi.advanceTimersByTime(100)
  expect([pace.isQuick, drawInFull.mock.calls.length]).toEqual([false, 1])
  // However slowly it is turned.
  pace.hold(true)
  pace.move()
  vi.advanceTimersByTime(5_000)
  expect(pace.isQuick).toBe(true)
  pace.hold(false)
  vi.advanceTimersByTime(200)
  expect([pace.isQuick, drawInFull.mock.calls.length]).toEqual([false, 2])
  vi.useRealTimers()
})

test('a graphics card moves as much in full', () => {
  const pace = new Pace(false, () => {})
  pace.weigh(110_000)
  pace.move()
  expect(pace.isQuick).toBe(false)
})

test('what plays a graphics card is known by its name, also where it is masked', () => {
  const card = (told: string, masked: string | null) => ({
    getParameter: (name: number) => (name === 0x1f01 ? told : masked),
    getExtension: () => (masked === null ? null : { UNMASKED_RENDERER_WEBGL: 1 }),
  })
  const asked = (told: string, masked: string | null) =>
    isPlayed(card(told, masked) as unknown as WebGL2RenderingContext)
  expect(asked('llvmpipe, or similar', null)).toBe(true)
  expect(asked('WebKit WebGL', 'ANGLE (Google, Vulkan (SwiftShader Device))')).toBe(true)
  expect(asked('WebKit WebGL', 'ANGLE (NVIDIA GeForce)')).toBe(false)
  expect(asked('WebKit WebGL', null)).toBe(false)
})
