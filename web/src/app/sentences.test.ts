import { expect, test } from 'vitest'
import { sentencesIn } from './sentences'
import german from './sentences.de.json'

const told = sentencesIn(german)

test('what a sentence names stands in the other one', () => {
  expect(told('The item is locked by Ada Lovelace')).toBe('Gesperrt von Ada Lovelace')
  expect(told("No transition 'Approve' leaves the state Draft")).toBe(
    "Aus dem Status Draft führt kein Schritt 'Approve'",
  )
  expect(told('expected a number above 0, got -3')).toBe('Erwartet wird eine Zahl über 0, nicht -3')
  expect(told('This requires the permission items.create.')).toContain('items.create')
})

test('another sentence stays as it is', () => {
  expect(told('x'.repeat(5000))).toBe('x'.repeat(5000))
  expect(told('The item is locked by ')).toBe('The item is locked by ')
})
