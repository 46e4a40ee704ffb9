import { expect, test } from 'vitest'
import { decimal, isQuantity } from './line-figures'
import { readRows, readTable } from './pasted'

test('columns are matched by their heads, in either language', () => {
  const table = readTable([
    ['Pos', 'Teilenummer', 'Benennung', 'Menge', 'Note'],
    ['10', 'A-1', 'Arm', '1,5', 'x'],
    ['', '', '', ''],
    ['20.5', 'A-2', 'Screw', 'many'],
    ['30', '', '', '2'],
  ])
  expect(table.fields).toEqual(['find', 'number', 'name', 'quantity', 'ignore'])
  expect(readRows(table).map((row) => [row.number, row.quantity, row.problem])).toEqual([
    ['A-1', 1.5, null],
    ['A-2', null, 'quantity'],
    ['', 2, 'empty'],
  ])
})

test('columns without heads are told by what stands in them', () => {
  const table = readTable([
    ['A-1', 'Arm', '2'],
    ['A-2', 'Hand', '4'],
  ])
  expect(table.fields).toEqual(['number', 'name', 'quantity'])
  expect(readRows(table)).toHaveLength(2)
})

test.each([
  [1e15, false],
  [999_999_999_999_999, true],
  [0, false],
  [null, false],
])('%s is a quantity: %s', (figure, isOne) => {
  expect(isQuantity(figure)).toBe(isOne)
})

test.each([
  ['1.234,5', 1234.5],
  ['1,234.5', 1234.5],
  ["1'000", 1000],
  ['2', 2],
  ['2 pcs', null],
  ['', null],
])('%s is read as %s', (text, value) => {
  expect(decimal(text)).toBe(value)
})
