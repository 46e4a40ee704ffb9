import { expect, test } from 'vitest'
import { type AnyItem, valueLabel } from './fields'
import { lastingUnits, pastText } from './past-values'

test('words begin with a capital letter, units do not', () => {
  expect(['low', 'medium', 'kg', 'mm'].map(valueLabel)).toEqual(['Low', 'Medium', 'kg', 'mm'])
})

test('figures of the past have a unit only where it never changed', () => {
  const item = { type: 'Part', weightUnit: 'g', costCurrency: 'EUR' } as unknown as AnyItem
  const heavier = { changes: { weight: { from: '1200', to: '1300.5' } } }
  const units = lastingUnits(item, [heavier], true)
  expect(pastText('weight', '1300.5', units.weight)).toBe('1,300.5 g')
  expect(pastText('cost', '0.5', units.cost)).toBe('0.50 EUR')
  expect(lastingUnits(item, [heavier], false)).toEqual({})
  const inGrams = { changes: { weightUnit: { from: 'kg', to: 'g' } } }
  expect(lastingUnits(item, [heavier, inGrams], true)).toEqual({ cost: 'EUR' })
  expect(pastText('material', '1.4301')).toBe('1.4301')
})
