import { expect, test } from 'vitest'
import { fieldLabel, fieldRows, fieldText } from './difference-words'
import { percent } from './figures'

test('fields have their label, figures the form of the region, and text stays as it is', () => {
  expect(fieldLabel('costCurrency')).toBe('Currency')
  expect(fieldLabel('ownField')).toBe('Own field')
  expect(fieldLabel('attributes.Rated power')).toBe('Rated power')
  expect(fieldText('cost', '12500.50')).toBe('12,500.5')
  expect(fieldText('material', '304')).toBe('304')
  expect(fieldText('owner', { id: 'x', name: 'Ada' })).toBe('Ada')
  expect(fieldText('cost', null)).toBe('')
})

test('a weight and a cost stand with their units, which have no rows of their own then', () => {
  const fields = {
    weight: { from: '12', to: '0.015' },
    weightUnit: { from: 'g', to: 'kg' },
    cost: { from: null, to: '0.5' },
    costCurrency: { from: 'USD', to: 'EUR' },
  }
  const units = { weight: { from: 'g', to: 'kg' }, cost: { from: null, to: 'EUR' } }
  expect(fieldRows({ fields, units })).toEqual([
    { name: 'weight', label: 'Weight', from: '12 g', to: '0.015 kg', more: '+25 %' },
    { name: 'cost', label: 'Cost', from: '', to: '0.50 EUR', more: '' },
  ])
  // Of a figure that stays, the unit alone is told.
  const alone = fieldRows({ fields: { costCurrency: fields.costCurrency }, units: {} })
  expect(alone).toMatchObject([{ label: 'Currency', from: 'USD', to: 'EUR' }])
  expect(percent('4', '5', ['USD', 'EUR'])).toBe('')
  // A steel is no amount, though its number looks like one.
  const steels = fieldRows({ fields: { material: { from: '1.4301', to: '1.4404' } }, units: {} })
  expect(steels).toMatchObject([{ from: '1.4301', to: '1.4404', more: '' }])
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
