import { expect, test } from 'vitest'
import { isRefusal, openColumns, reasonOf } from './refused'

test.each([400, 403, 409, 413, 415, 422])('%i says that the list cannot be taken', (status) => {
  expect(isRefusal(status)).toBe(true)
})

test.each([0, 401, 408, 429, 500, 502, 503, 504])('%i says nothing about the list', (status) => {
  expect(isRefusal(status)).toBe(false)
})

test('a refusal names its reason and the columns that a choice may open', () => {
  const details = [
    { field: 'file', message: 'no column is a name (NO_NAME_COLUMN)' },
    { field: 'mapping.Color', message: 'may be mapped to a field' },
  ]
  expect(reasonOf({ details }, 'list.csv')).toBe('unread_name')
  expect(openColumns({ details })).toEqual(['Color'])
  expect(
    reasonOf({ details: [{ field: 'file', message: 'no rows (NO_HEADER)' }] }, 'list.csv'),
  ).toBeNull()
})

test.each([
  ['list.XLSX', 'unread_broken'],
  ['list.txt', 'unread_broken'],
  ['robot.urdf', 'unread_export'],
  ['robot.STP', 'unread_export'],
  ['robot.step.csv', 'unread_broken'],
  ['rows.jsonl', 'unread_export'],
])('only what a spreadsheet opens is to be opened in one: %s', (name, reason) => {
  const details = [{ field: 'file', message: 'cannot be read (BROKEN_FILE)' }]
  expect(reasonOf({ details }, name)).toBe(reason)
})
