import { expect, test } from 'vitest'
import { type Category, defaultsText, inTree, pathOf, readDefaults, withinOf } from './categories'

const category = (id: string, name: string, parentId: string | null = null): Category => ({
  id,
  name,
  parentId,
  description: null,
  defaultAttributes: { Finish: 'zinc', Note: '' },
})
const ALL = [category('s', 'Screws', 'f'), category('w', 'Wires'), category('f', 'Fasteners')]

test('categories stand in their tree, and none can stand below itself', () => {
  expect(inTree(ALL).map((one) => pathOf(one, ALL))).toEqual([
    'Fasteners',
    'Fasteners / Screws',
    'Wires',
  ])
  expect([...withinOf(ALL[2] ?? null, ALL)]).toEqual(['f', 's'])
  expect(withinOf(null, ALL).size).toBe(0)
})

test('default attributes are read as they were written', () => {
  const text = defaultsText(ALL[0] ?? null)
  expect(text).toBe('Finish: zinc\nNote: ')
  expect(readDefaults(text)).toEqual({ Finish: 'zinc', Note: '' })
  expect(readDefaults(' Ratio: 1:2 \n\nNote')).toEqual({ Ratio: '1:2', Note: '' })
})
