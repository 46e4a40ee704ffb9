import { expect, test } from 'vitest'
import { formatShort } from './format'

test('a narrow figure has four significant digits, and all before the point', () => {
  expect(formatShort('0.0851526394817')).toBe('0.08515')
  expect(formatShort('12.5')).toBe('12.5')
  expect(formatShort('1234567.891')).toBe('1,234,568')
  expect(formatShort('many')).toBe('many')
})
