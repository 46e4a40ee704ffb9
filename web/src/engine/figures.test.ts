import { afterEach, describe, expect, test } from 'vitest'
import { type Language, replaceTexts } from '../kit/i18n'
import { readCost, readDays, readQuantity, writeFigure } from './figures'

const speak = (language: Language) => replaceTexts(language, {})
afterEach(() => speak('en'))

describe('a price', () => {
  test.each<[Language, string, number]>([
    ['de', '12,50', 12.5],
    ['de', '12.50', 12.5],
    ['de', '1.500', 1500],
    ['de', '1.500,25', 1500.25],
    ['en', '12.50', 12.5],
    ['en', '1,500', 1500],
    ['en', '0', 0],
  ])('is read in %s: %s', (language, typed, cost) => {
    speak(language)
    expect(readCost(typed)).toBe(cost)
  })

  test.each(['1e400', 'Infinity', '0x10', '-1', 'twelve', '', '9'.repeat(400)])(
    'is not %s',
    (typed) => expect(readCost(typed)).toBeNull(),
  )

  test('stands in its field as it would be typed', () => {
    speak('de')
    expect(writeFigure('1500.25')).toBe('1500,25')
    expect(readCost(writeFigure(12.125))).toBe(12.125)
  })
})

test('days are whole and no more than a hundred years', () => {
  expect(readDays('14')).toBe(14)
  expect(readDays('1.5')).toBeNull()
  expect(readDays('36501')).toBeNull()
})

test('quantities are above zero', () => {
  speak('de')
  expect(readQuantity('2,5')).toBe(2.5)
  expect(readQuantity('0')).toBeNull()
})
