import { expect, test } from 'vitest'
import { fieldLabel, fieldText, percent } from './difference-words'

test('fields have their label, figures the form of the region, and text stays as it is', () => {
  expect(fieldLabel('costCurrency')).toBe('Currency')
  expect(fieldLabel('ownField')).toBe('Own field')
  expect(fieldText('cost', '12500.50')).toBe('12,500.5')
  expect(fieldText('material', '304')).toBe('304')
  expect(fieldText('owner', { id: 'x', name: 'Ada' })).toBe('Ada')
  expect(fieldText('cost', null)).toBe('')
})

test.each([
  ['12', '14', '+17 %'],
  [2, 1, '-50 %'],
  [1, 20.75, '+1,975 %'],
  [0, 3, ''],
  ['PLA', 'PA', ''],
  [null, '3', ''],
])('from %s to %s is %s', (from, to, text) => {
  expect(percent(from, to)).toBe(text)
})
