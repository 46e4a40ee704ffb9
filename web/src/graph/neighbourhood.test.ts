import { expect, test } from 'vitest'
import { fitting } from './neighbourhood'

const ROOM = { width: 1200, height: 700 }
/** The places of the zooms 0.7, 0.85 and 1. */
const [SMALLEST, SMALLER, LIFE_SIZE] = [1, 2, 3]

test('a graph is drawn so large that all of it is seen, and no larger than it is', () => {
  expect(fitting({ width: 300, height: 200 }, ROOM)).toBe(LIFE_SIZE)
  expect(fitting({ width: 600, height: 740 }, ROOM)).toBe(SMALLER)
  expect(fitting({ width: 1300, height: 200 }, ROOM)).toBe(SMALLER)
})

test('what could not be read is not made smaller: its height, and then its width, is scrolled', () => {
  expect(fitting({ width: 600, height: 5000 }, ROOM)).toBe(LIFE_SIZE)
  expect(fitting({ width: 1300, height: 5000 }, ROOM)).toBe(SMALLER)
  expect(fitting({ width: 5000, height: 5000 }, ROOM)).toBe(SMALLEST)
})
