import { expect, test } from 'vitest'
import { changesOf } from './changes'
import { coloursOf, legendOf, type SceneItem, textsOf } from './painting'

const item = (itemNumber: string, name: string, state: string, material: string | null) =>
  ({ id: itemNumber, itemNumber, name, state, material, model: null }) as SceneItem
const ITEMS = [
  item('TOP', 'Gripper', 'Draft', null),
  item('P-1', 'Jaw', 'Released', 'PLA+'),
  item('P-2', 'Screw M3', 'Draft', 'Steel'),
]
const node = (id: number, name: string, depth: number, end: number) => ({
  id,
  name,
  depth,
  end,
  isLeaf: end === id + 1,
})
const NODES = [
  node(0, 'Gripper', 0, 5),
  node(1, 'p-1_1', 1, 3),
  node(2, 'rib', 2, 3),
  node(3, 'Screw_M3:2', 1, 4),
  node(4, '?', 1, 5),
]

test('nodes take the colour of the item they are, or stand in', () => {
  expect(textsOf('material', NODES, [], ITEMS)).toEqual([null, 'PLA+', 'PLA+', 'Steel', null])
  expect(textsOf('state', NODES, [], ITEMS)).toEqual([
    'Draft',
    'Released',
    'Released',
    'Draft',
    'Draft',
  ])
  expect(textsOf('material', NODES, [{}, {}, {}, {}, { item: 2 }], ITEMS)[4]).toBe('Steel')
  // Uses may be called anything; their products bear the numbers.
  expect(textsOf('material', NODES, [{}, {}, {}, {}, { product: 'p-2' }], ITEMS)[4]).toBe('Steel')
  // A part's file may call it anything.
  expect(textsOf('material', [node(0, 'plate_b 2', 0, 1)], [], ITEMS.slice(1))).toEqual(['PLA+'])
  expect(coloursOf('cad', NODES, [], ITEMS)).toBeNull()
  expect(legendOf('material', NODES, [], ITEMS).map(({ text, count }) => [text, count])).toEqual([
    ['PLA+', 1],
    ['Steel', 1],
    [null, 1],
  ])
})

test('parts tell what a change does to them', () => {
  const summary = (itemNumber: string) => ({ itemNumber }) as never
  const line = (itemNumber: string) => ({
    item: summary(itemNumber),
    parent: summary('TOP'),
    changes: {},
  })
  const { marks, removed } = changesOf({
    added: [line('P-1')],
    changed: [line('P-2')],
    moved: [],
    removed: [line('P-1'), line('P-9'), line('P-9')],
    incomplete: false,
  })
  expect(removed).toEqual(['P-9'])
  const items = ITEMS.map((one) => ({ ...one, change: marks.get(one.itemNumber) }))
  expect(textsOf('change', NODES, [], items)).toEqual([
    'unchanged',
    'added',
    'added',
    'changed',
    null,
  ])
  // What is no item is not told to be as it was.
  expect(legendOf('change', NODES, [], items).map(({ text }) => text)).toContain(null)
  expect(coloursOf('change', NODES, [], items)?.get(1)).toBe('#2f9e5b')
})
