import { expect, test } from 'vitest'
import { DIRECTIONS, readViewpoint, sideAt, sideOf, VIEWS, writeViewpoint } from './viewpoint'

test('a viewpoint comes back as it was written', () => {
  const text = writeViewpoint([0.123456, -2, 1e-7, 0, 0, 0.5])
  expect(text).toBe('0.1235,-2,1e-7,0,0,0.5')
  expect(readViewpoint(text)).toEqual([0.1235, -2, 1e-7, 0, 0, 0.5])
})

test.each([undefined, '', '1,2,3', '1,2,3,4,5,x', '1,2,3,,5,6', '1,1,1,1,1,1', 'NaN,0,0,0,0,1'])(
  '%s is no viewpoint',
  (text) => expect(readViewpoint(text)).toBeNull(),
)

test.each(VIEWS)(
  'who looks from the side %s is told so, nearer or farther, by an address too',
  (view) => {
    const [x, y, z] = DIRECTIONS[view]
    for (const reach of [0.0123456, 1, 4321.5]) {
      const offset = [x * reach, y * reach, z * reach]
      expect(sideOf(offset)).toBe(view)
      const target = [0.0312345, -0.12, 0.045678]
      const position = offset.map((figure, index) => figure + (target[index] ?? 0))
      expect(sideAt(writeViewpoint([...position, ...target]))).toBe(view)
    }
  },
)

test('who turned the model looks from no side, and without an address from the corner', () => {
  expect(sideOf([0.1, 0, 1])).toBeNull()
  expect(sideOf([0, 0.1, 1])).toBeNull()
  // From above, but turned about the height.
  expect(sideOf([0.0001, 1, 0])).toBeNull()
  expect(sideAt('0.5,0,1,0,0,0')).toBeNull()
  expect(sideAt(undefined)).toBe('iso')
})
