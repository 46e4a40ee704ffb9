/** The occurrences of a model as a flat list with depths, and what unfolding shows of it; pure. */

/** What is needed of a node of the scene. */
export interface SceneNode {
  name: string
  userData: Record<string, unknown>
  children: readonly SceneNode[]
  isMesh?: boolean
}

export interface ModelNode {
  id: number
  name: string
  depth: number
  /** The place after the last node below it. */
  end: number
  isLeaf: boolean
}

/** Nodes in the order of the tree; `nodeOf` finds the scene's own by the id here. */
export function flatten<N extends SceneNode>(root: N): { nodes: ModelNode[]; nodeOf: N[] } {
  const nodes: ModelNode[] = []
  const nodeOf: N[] = []
  const visit = (node: N, depth: number) => {
    const parts = node.children.filter(isPart) as N[]
    const own: ModelNode = {
      id: nodes.length,
      name: nameOf(node),
      depth,
      end: 0,
      isLeaf: parts.length === 0,
    }
    nodes.push(own)
    nodeOf.push(node)
    for (const part of parts) visit(part, depth + 1)
    own.end = nodes.length
  }
  visit(root, 0)
  return { nodes, nodeOf }
}

/** The loader cuts a mesh of several colours into unnamed pieces, which are no parts. */
function isPart(node: SceneNode): boolean {
  if (node.userData.isPiece) return false
  if (typeof node.userData.name === 'string') return true
  return !node.isMesh && node.children.length > 0
}

function nameOf(node: SceneNode): string {
  const own = node.userData.name
  return typeof own === 'string' && own ? own : node.name || '?'
}

/** The rows that are seen: whatever no folded node holds. */
export function visibleNodes(
  nodes: readonly ModelNode[],
  folded: ReadonlySet<number>,
): readonly ModelNode[] {
  const shown: ModelNode[] = []
  for (let place = 0; place < nodes.length; ) {
    const node = nodes[place]
    if (!node) break
    shown.push(node)
    place = folded.has(node.id) ? node.end : place + 1
  }
  return shown
}

/** Whether nothing is left to be seen. */
export function areAllHidden(nodes: readonly ModelNode[], hidden: ReadonlySet<number>): boolean {
  let shownFrom = 0
  return nodes.every(({ id, end, isLeaf }) => {
    if (hidden.has(id)) shownFrom = Math.max(shownFrom, end)
    return !isLeaf || id < shownFrom
  })
}

/** The nodes above one, the nearest first. */
export function above(nodes: readonly ModelNode[], id: number): number[] {
  return nodes
    .filter((node) => node.id < id && node.end > id)
    .map((node) => node.id)
    .reverse()
}
