/** Where the items of a neighbourhood stand: columns by level, siblings beyond a few in one box; pure. */

import type { GraphEdge, GraphNode } from '../api/graph'

export const BOX = { width: 168, height: 44, across: 232, down: 54 } as const
const FEW = 6

export interface PlacedBox {
  key: string
  x: number
  y: number
  /** Undefined for a box that stands for many. */
  node?: GraphNode
  /** How many items it stands for, and of which parent's siblings. */
  group?: { key: string; count: number }
}

export interface PlacedEdge {
  key: string
  from: PlacedBox
  to: PlacedBox
  /** Undefined where it leads to a box of many. */
  edge?: GraphEdge
  /** Whether its lower end is the one that others share. */
  isUp: boolean
}

export interface Layout {
  boxes: readonly PlacedBox[]
  edges: readonly PlacedEdge[]
  width: number
  height: number
}

interface Graph {
  nodes: readonly GraphNode[]
  edges: readonly GraphEdge[]
}

interface Branch {
  box: PlacedBox
  edge?: GraphEdge
  children: Branch[]
}

/** Each item once, beside the first one that leads to it; `open` groups are shown whole. */
export function layOut(centre: string, graph: Graph, open: ReadonlySet<string>): Layout {
  const byId = new Map(graph.nodes.map((node) => [node.id, node]))
  const seen = new Set([centre])
  const grow = (direction: 'down' | 'up') =>
    branchesOf(centre, direction, { ...graph, byId, open, seen })
  const node = byId.get(centre)
  if (!node) return { boxes: [], edges: [], width: 0, height: 0 }
  const top: PlacedBox = { key: node.id, x: 0, y: 0, node }
  const down = grow('down')
  const up = grow('up')
  const heights = [place(down, 1, 1), place(up, -1, -1)] as const
  const height = Math.max(...heights, BOX.down)
  shift(down, 0, (height - heights[0]) / 2)
  shift(up, 0, (height - heights[1]) / 2)
  top.y = (height - BOX.down) / 2
  const boxes = [top]
  const edges: PlacedEdge[] = []
  collect(top, down, boxes, edges, false)
  collect(top, up, boxes, edges, true)
  const left = Math.min(...boxes.map(({ x }) => x))
  for (const box of boxes) box.x -= left
  const width = Math.max(...boxes.map(({ x }) => x)) + BOX.width
  return { boxes, edges, width, height }
}

interface Growing extends Graph {
  byId: ReadonlyMap<string, GraphNode>
  open: ReadonlySet<string>
  seen: Set<string>
}

/** Level by level, so that each item stands as near as it is. */
function branchesOf(centre: string, direction: 'down' | 'up', graph: Growing): Branch[] {
  const next = new Map<string, [GraphEdge, string][]>()
  for (const edge of graph.edges) {
    const [near, far] =
      direction === 'down' ? [edge.source, edge.target] : [edge.target, edge.source]
    const list = next.get(near)
    if (list) list.push([edge, far])
    else next.set(near, [[edge, far]])
  }
  const first: Branch[] = []
  let frontier: [string, Branch[]][] = [[centre, first]]
  while (frontier.length > 0) {
    const following: [string, Branch[]][] = []
    for (const [id, into] of frontier) {
      const key = `${direction} ${id}`
      const fresh = (next.get(id) ?? []).filter(([, far]) => {
        if (graph.seen.has(far) || !graph.byId.has(far)) return false
        graph.seen.add(far)
        return true
      })
      const isWhole = fresh.length <= FEW || graph.open.has(key)
      const shown = isWhole ? fresh : fresh.slice(0, FEW - 1)
      for (const [edge, far] of shown) {
        const branch: Branch = {
          box: { key: far, x: 0, y: 0, node: graph.byId.get(far) },
          edge,
          children: [],
        }
        into.push(branch)
        following.push([far, branch.children])
      }
      if (!isWhole) {
        const count = fresh.length - shown.length
        into.push({ box: { key: `+ ${key}`, x: 0, y: 0, group: { key, count } }, children: [] })
      }
    }
    frontier = following
  }
  return first
}

/** Leaves below each other, parents in the middle of theirs; answers the height. */
function place(branches: readonly Branch[], level: number, step: number, from = 0): number {
  let height = 0
  for (const { box, children } of branches) {
    const own = Math.max(place(children, level + step, step, from + height), BOX.down)
    box.x = level * BOX.across
    box.y = from + height + (own - BOX.down) / 2
    height += own
  }
  return height
}

function shift(branches: readonly Branch[], x: number, y: number) {
  for (const { box, children } of branches) {
    box.x += x
    box.y += y
    shift(children, x, y)
  }
}

function collect(
  near: PlacedBox,
  branches: readonly Branch[],
  boxes: PlacedBox[],
  edges: PlacedEdge[],
  isUp: boolean,
) {
  for (const { box, edge, children } of branches) {
    boxes.push(box)
    const [from, to] = isUp ? [box, near] : [near, box]
    edges.push({ key: `${from.key} ${to.key}`, from, to, edge, isUp })
    collect(box, children, boxes, edges, isUp)
  }
}
