import { expect, test } from 'vitest'
import type { GraphEdge, GraphNode } from '../api/graph'
import { layOut } from './layout'

const node = (id: string) => ({ id, itemNumber: id, name: id }) as GraphNode
const edge = (source: string, target: string) =>
  ({ id: `${source}${target}`, source, target, type: 'BOM', quantity: 1 }) as unknown as GraphEdge

const children = Array.from({ length: 9 }, (_, at) => `c${at}`)
const graph = {
  nodes: ['top', 'me', 'deep', ...children].map(node),
  edges: [edge('top', 'me'), ...children.map((id) => edge('me', id)), edge('c0', 'deep')],
}

test('siblings beyond a few stand in one box until it is opened', () => {
  const folded = layOut('me', graph, new Set())
  expect(folded.boxes.find(({ group }) => group)?.group).toEqual({ key: 'down me', count: 4 })
  expect(folded.boxes.length).toBe(1 + 1 + 5 + 1 + 1)
  const whole = layOut('me', graph, new Set(['down me']))
  expect(whole.boxes.filter(({ group }) => group)).toEqual([])
  expect(whole.boxes.length).toBe(graph.nodes.length)
})

test('what is above stands left, what is below right, and nothing covers anything', () => {
  const { boxes } = layOut('me', graph, new Set(['down me']))
  const x = (id: string) => boxes.find(({ key }) => key === id)?.x ?? -1
  expect(x('top')).toBeLessThan(x('me'))
  expect(x('me')).toBeLessThan(x('c0'))
  expect(x('c0')).toBeLessThan(x('deep'))
  expect(new Set(boxes.map((box) => `${box.x} ${box.y}`)).size).toBe(boxes.length)
})

test('a circle ends', () => {
  const round = { nodes: ['a', 'b'].map(node), edges: [edge('a', 'b'), edge('b', 'a')] }
  expect(layOut('a', round, new Set()).boxes.length).toBe(2)
})
