import { afterEach, expect, test } from 'vitest'
import { type Language, replaceTexts } from '../kit/i18n'
import { wireValue } from './wire-value'

afterEach(() => replaceTexts('en', {}))

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

test.each<[Language, string, string]>([
  ['en', '1,250', '1250'],
  ['en', '1.250', '1.250'],
  ['en', '0,125', '0.125'],
  ['de', '1.250', '1250'],
  ['de', '1,250', '1.250'],
  ['de', '0.125', '0.125'],
  ['de', '12.50', '12.50'],
  ['de', '1.250.000,5', '1250000.5'],
  ['de', '1.25.0', '1.25.0'],
  ['de', ',5', '0.5'],
])('thousands are marked as in %s: %s', (language, text, sent) => {
  replaceTexts(language, {})
  expect(wireValue('weight', text)).toBe(sent)
})
