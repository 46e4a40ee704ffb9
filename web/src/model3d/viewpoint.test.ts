import { expect, test } from 'vitest'
import { readViewpoint, writeViewpoint } from './viewpoint'

test('a viewpoint comes back as it was written', () => {
  const text = writeViewpoint([0.123456, -2, 1e-7, 0, 0, 0.5])
  expect(text).toBe('0.1235,-2,1e-7,0,0,0.5')
  expect(readViewpoint(text)).toEqual([0.1235, -2, 1e-7, 0, 0, 0.5])
})

test.each([undefined, '', '1,2,3', '1,2,3,4,5,x', '1,2,3,,5,6', '1,1,1,1,1,1', 'NaN,0,0,0,0,1'])(
  '%s is no viewpoint',
  (text) => expect(readViewpoint(text)).toBeNull(),
)
