import { expect, test } from 'vitest'
import { impactGraph } from './impact-nodes'

const item = (id: string) => ({ id, itemNumber: id.toUpperCase(), name: id })
const parent = (id: string, level: number, isTopLevel = false) => ({
  level,
  item: item(id),
  isTopLevel,
  quantity: '2',
})

test('what contains two affected items is one node, to the right of both', () => {
  const used = [
    { item: item('jaw'), parents: [parent('gripper', 1), parent('arm', 2, true)] },
    {
      item: item('pin'),
      parents: [parent('jaw', 1), parent('gripper', 2), parent('arm', 3, true)],
    },
  ]
  const { nodes, edges } = impactGraph(used)
  expect(nodes.map(({ id, column, isAffected }) => [id, column, isAffected])).toEqual([
    ['jaw', 1, true],
    ['gripper', 2, false],
    ['arm', 3, false],
    ['pin', 0, true],
  ])
  expect(edges.map(({ from, to }) => `${from}>${to}`)).toEqual([
    'jaw>gripper',
    'gripper>arm',
    'pin>jaw',
  ])
})

test('many in a column are few and one that stands for the rest', () => {
  const used = Array.from({ length: 100 }, (_, at) => ({
    item: item(`part-${at}`),
    parents: [parent('arm', 1, true)],
  }))
  const { nodes, edges } = impactGraph(used, 10)
  expect(nodes.filter((node) => node.column === 0)).toHaveLength(10)
  expect(nodes.find((node) => node.item === null)?.more).toBe(91)
  expect(edges).toHaveLength(10)
})
