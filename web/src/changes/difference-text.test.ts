import { expect, test } from 'vitest'
import { fieldName, percent, shown } from './difference-text'

test('names and values read like words', () => {
  expect(fieldName('costCurrency')).toBe('Cost currency')
  expect(shown({ id: 'x', name: 'Ada' })).toBe('Ada')
  expect(shown(null)).toBe('')
})

test.each([
  ['12', '14', '+17 %'],
  [2, 1, '-50 %'],
  [0, 3, ''],
  ['PLA', 'PA', ''],
  [null, '3', ''],
])('from %s to %s is %s', (from, to, text) => {
  expect(percent(from, to)).toBe(text)
})
