import { expect, test } from 'vitest'
import { csvCell } from './export'

test.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['=1+1', "'=1+1"],
  ['@cmd', "'@cmd"],
  ['-12.5', '-12.5'],
  ['-', '-'],
  ['', ''],
])('%s is written as %s', (text, cell) => {
  expect(csvCell(text)).toBe(cell)
})
