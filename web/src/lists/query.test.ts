import { expect, test } from 'vitest'
import { readListQuery, readValues, setOf, withoutFilters, writeValues } from './query'

const FIELDS = [
  { field: 'state', label: 'State', kind: 'choice' },
  { field: 'cost', label: 'Cost', kind: 'number' },
] as const

test('values with commas go there and back', () => {
  const values = ['Steel, hard', 'back\\slash', 'plain']
  expect(readValues(writeValues(values))).toEqual(values)
  expect(readValues('')).toEqual([])
  expect(writeValues([])).toBeUndefined()
})

test('an address says what is filtered, and other parameters are left alone', () => {
  const address = { q: 'jaw', state: 'Draft,Released', 'cost.from': '3', cols: 'name', foo: '1' }
  const query = readListQuery(address, FIELDS)
  expect(query).toEqual({
    search: 'jaw',
    sort: undefined,
    filters: { state: 'Draft,Released', 'cost.from': '3' },
  })
  expect(setOf(query, 'cost')).toEqual({ 'cost.from': '3' })
})

test('clearing forgets all filters and the search', () => {
  const cleared = withoutFilters(FIELDS)
  expect(Object.keys(cleared)).toContain('cost.to')
  expect(Object.keys(cleared)).toContain('q')
  expect(Object.values(cleared).every((value) => value === undefined)).toBe(true)
})
