import { expect, test } from 'vitest'
import { wireChanges, wireChangesIn } from './typed-unit'

test.each([
  ['weight', '14,25 g', { weight: '14.25', weightUnit: 'g' }],
  ['weight', '1 250 KG', { weight: '1250', weightUnit: 'kg' }],
  ['weight', '2.5 lbs', { weight: '2.5', weightUnit: 'lb' }],
  ['weight', '3 stone', { weight: '3 stone' }],
  ['weight', '', { weight: null }],
  ['cost', '€ 12.50', { cost: '12.50', costCurrency: 'EUR' }],
  ['cost', '1,234.50 chf', { cost: '1234.50', costCurrency: 'CHF' }],
  ['cost', '12 $', { cost: '12', costCurrency: 'CAD' }],
  ['cost', 'EUR 12', { cost: '12', costCurrency: 'EUR' }],
  ['cost', '12 each', { cost: '12 each' }],
  ['cost', '$ 12 EUR', { cost: '$ 12 EUR' }],
  ['leadTime', '1 Tag', { leadTime: 1 }],
  ['leadTime', '2 weeks', { leadTime: 14 }],
  ['quantityOnHand', '5 kg', { quantityOnHand: '5 kg' }],
  ['location', '12 g', { location: '12 g' }],
])('%s typed as "%s" changes %o', (field, text, changes) => {
  expect(wireChanges(field, text, 'CAD')).toEqual(changes)
})

test.each([
  ['weight', '12', 'kg', { weight: '12', weightUnit: 'kg' }],
  ['weight', '12 g', 'kg', { weight: '12', weightUnit: 'g' }],
  ['weight', ' ', 'kg', { weight: null }],
  ['cost', '$ 3', 'CAD', { cost: '3', costCurrency: 'CAD' }],
  ['leadTime', '2 weeks', '', { leadTime: 14 }],
])('%s typed as "%s" beside "%s" changes %o', (field, text, unit, changes) => {
  expect(wireChangesIn(field, text, unit)).toEqual(changes)
})
