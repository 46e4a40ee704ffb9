import { expect, test } from 'vitest'
import {
  countLike,
  countRepairs,
  doubtfulRows,
  leaveOut,
  NO_REPAIRS,
  repairAll,
  repairCell,
} from './repairs'

const PLAN: Parameters<typeof doubtfulRows>[0] = {
  doubtfulRows: [
    { row: 4, cells: { Name: 'Nut', Price: 'n/k' } },
    { row: 5, cells: { Name: 'Bolt', Price: 'n/k ' } },
    { row: 6, cells: { Name: 'Pin' } },
    { row: 7, cells: { Name: 'Rod', Price: '', Pcs: 'n/a' } },
  ],
  columns: [
    { header: 'Pcs', field: 'quantity', evidence: '' },
    { header: 'Name', field: 'name', evidence: '' },
  ],
  problems: [{ rowNumber: 6, errors: ['no parent'] }],
  warnings: [
    { row: 4, code: 'UNREADABLE', message: 'Price: "n/k" could not be read' },
    { row: 5, code: 'UNREADABLE', message: 'Price: "n/k" could not be read' },
    { row: 7, code: 'QUANTITY_ASSUMED', message: 'the row has no quantity: one is taken' },
    { row: 0, code: 'UNIT_ASSUMED', message: 'kg is assumed' },
  ],
}

test('rows in doubt stand with their reasons and the cells to blame, refused ones first', () => {
  const rows = doubtfulRows(PLAN)
  expect(rows.map(({ row, blamed, isRefused }) => [row, blamed, isRefused])).toEqual([
    [6, ['Name'], true],
    [4, ['Price'], false],
    [5, ['Price'], false],
    [7, ['Pcs'], false],
  ])
  expect(countLike(rows, 'Price', 'n/k')).toBe(2)
})

test('repairs add up and leave each other alone', () => {
  let repairs = repairCell(NO_REPAIRS, 4, 'Price', '1')
  repairs = repairCell(repairs, 4, 'Name', 'Nut M3')
  repairs = leaveOut(repairAll(repairs, 'Price', 'n/k', '2'), 6)
  expect(repairs).toEqual({
    rows: { 4: { Price: '1', Name: 'Nut M3' }, 6: null },
    all: { Price: { 'n/k': '2' } },
  })
  expect(countRepairs(repairs)).toBe(4)
  expect(countRepairs(NO_REPAIRS)).toBe(0)
})
