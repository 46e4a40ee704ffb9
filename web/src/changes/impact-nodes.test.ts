import { expect, test } from 'vitest'
import { impactGraph } from './impact-nodes'

const item = (id: string) => ({ id, itemNumber: id.toUpperCase(), name: id })
const parent = (id: string, level: number, child: string, isTopLevel = false) => ({
  level,
  item: item(id),
  isTopLevel,
  quantity: '2',
  childItemNumber: child.toUpperCase(),
})
const told = (edges: ReturnType<typeof impactGraph>['edges']) =>
  edges.map(({ from, to }) => `${from}>${to}`)

test('what contains two affected items is one node, to the right of both', () => {
  const used = [
    {
      item: item('jaw'),
      parents: [parent('gripper', 1, 'jaw'), parent('arm', 2, 'gripper', true)],
    },
    {
      item: item('pin'),
      parents: [
        parent('jaw', 1, 'pin'),
        parent('gripper', 2, 'jaw'),
        parent('arm', 3, 'gripper', true),
      ],
    },
  ]
  const { nodes, edges } = impactGraph(used)
  expect(nodes.map(({ id, column, isAffected }) => [id, column, isAffected])).toEqual([
    ['JAW', 1, true],
    ['GRIPPER', 2, false],
    ['ARM', 3, false],
    ['PIN', 0, true],
  ])
  expect(told(edges)).toEqual(['JAW>GRIPPER', 'GRIPPER>ARM', 'PIN>JAW'])
})

test('each parent hangs on what it holds, also where two stand side by side', () => {
  const parents = [
    parent('cover', 1, 'bolt'),
    parent('plate', 1, 'bolt'),
    parent('arm', 2, 'cover', true),
    parent('arm', 2, 'plate', true),
  ]
  const { edges } = impactGraph([{ item: item('bolt'), parents }])
  expect(told(edges)).toEqual(['BOLT>COVER', 'BOLT>PLATE', 'COVER>ARM', 'PLATE>ARM'])
})

test('many in a column are few and one that stands for the rest', () => {
  const used = Array.from({ length: 100 }, (_, at) => ({
    item: item(`part-${at}`),
    parents: [parent('arm', 1, `part-${at}`, true)],
  }))
  const { nodes, edges } = impactGraph(used, 10)
  expect(nodes.filter((node) => node.column === 0)).toHaveLength(10)
  expect(nodes.find((node) => node.item === null)?.more).toBe(91)
  expect(edges).toHaveLength(10)
})
