import { expect, test } from 'vitest'
import { AT_FIRST, COLUMNS, toggledColumn } from './columns'

test('columns keep the order of the list, and those of a view stay at the end', () => {
  expect(toggledColumn(['name', 'attributes.Colour'], 'level', true)).toEqual([
    'level',
    'name',
    'attributes.Colour',
  ])
  expect(toggledColumn(['level', 'name'], 'level', false)).toEqual(['name'])
})

test('what is chosen at first can be chosen', () => {
  const names = COLUMNS.map(([name]) => name)
  expect(AT_FIRST.filter((name) => !names.includes(name))).toEqual([])
})
