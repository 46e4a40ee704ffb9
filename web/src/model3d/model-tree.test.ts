import { expect, test } from 'vitest'
import { above, areAllHidden, flatten, type SceneNode, visibleNodes } from './model-tree'

function node(name: string, ...children: SceneNode[]): SceneNode {
  return { name, userData: { name }, children }
}

const piece: SceneNode = { name: 'mesh_1', userData: {}, children: [], isMesh: true }
const tree = node('top', node('arm', node('nut'), node('bolt', piece)), node('base'))

test('nodes stand in the order of the tree, pieces of a mesh are no parts', () => {
  const { nodes } = flatten(tree)
  expect(nodes.map(({ name, depth, end, isLeaf }) => [name, depth, end, isLeaf])).toEqual([
    ['top', 0, 5, false],
    ['arm', 1, 4, false],
    ['nut', 2, 3, true],
    ['bolt', 2, 4, true],
    ['base', 1, 5, true],
  ])
})

test('what is folded hides all below it, and each node knows what it is in', () => {
  const { nodes } = flatten(tree)
  expect(visibleNodes(nodes, new Set([1])).map(({ name }) => name)).toEqual(['top', 'arm', 'base'])
  expect(above(nodes, 3)).toEqual([1, 0])
})

test('nothing is left when each part, or what it is in, is hidden', () => {
  const { nodes } = flatten(tree)
  for (const hidden of [[0], [1, 4], [2, 3, 4]])
    expect(areAllHidden(nodes, new Set(hidden))).toBe(true)
  for (const hidden of [[], [1], [2, 4], [2, 3]])
    expect(areAllHidden(nodes, new Set(hidden))).toBe(false)
})
