import { expect, test } from 'vitest'
import { colourOf, matchKey } from './colours'

test('a text has one colour, and others have others', () => {
  const texts = ['PLA+', 'ABS', 'Steel', 'PA-CF', 'Brass']
  const colours = texts.map((text) => colourOf('material', text))
  expect(new Set(colours).size).toBe(texts.length)
  expect(colours).toEqual(texts.map((text) => colourOf('material', text)))
  for (const colour of colours) expect(colour).toMatch(/^#[0-9a-f]{6}$/)
  expect(colourOf('material', null)).toBe(colourOf('state', 'No such state'))
  expect(colourOf('state', 'Released')).not.toBe(colourOf('state', 'Draft'))
})

test('products are known by their numbers and names whatever a CAD program adds', () => {
  expect(matchKey('SOA-4010_2')).toBe(matchKey('soa 4010'))
  expect(matchKey('Base plate:12')).toBe(matchKey('BASE_PLATE'))
})
