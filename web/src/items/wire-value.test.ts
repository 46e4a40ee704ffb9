import { expect, test } from 'vitest'
import { wireValue } from './wire-value'

test.each([
  ['name', '  Jaw ', 'Jaw'],
  ['material', '', null],
  ['leadTime', '12', 12],
  ['cost', '1,5', '1.5'],
  ['cost', '0.10', '0.10'],
  ['weight', '1 250', '1250'],
  ['quantityOnHand', '2,5', 2.5],
  ['leadTime', 'soon', 'soon'],
])('%s typed as "%s" goes as %o', (field, text, sent) => {
  expect(wireValue(field, text)).toEqual(sent)
})
