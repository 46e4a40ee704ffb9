/** Where-used as a graph: affected items at the left, what contains them in columns; pure. */

export interface UsedItem {
  id: string
  itemNumber: string
  name: string
}

export interface UsedBy {
  item: UsedItem
  parents: readonly {
    level: number
    item: UsedItem
    isTopLevel: boolean
    quantity: string | number
    /** What the parent holds so many of. */
    childItemNumber: string
  }[]
}

export interface ImpactNode {
  id: string
  /** Null for those that stand for many. */
  item: UsedItem | null
  column: number
  isAffected: boolean
  isTopLevel: boolean
  /** How many it stands for. */
  more: number
}

export interface ImpactEdge {
  from: string
  to: string
  quantity: string
}

export const MOST_IN_COLUMN = 14

/** At most so many in a column; the rest of it is one node, since nobody reads a hundred. */
export function impactGraph(used: readonly UsedBy[], most = MOST_IN_COLUMN) {
  const nodes = new Map<string, ImpactNode>()
  const edges = new Map<string, ImpactEdge>()
  // By number: a working copy and the item on main are one thing to the reader.
  const place = (item: UsedItem, column: number, marks: Partial<ImpactNode>) => {
    const id = item.itemNumber
    const known = nodes.get(id)
    const blank = { id, item, column, isAffected: false, isTopLevel: false, more: 0 }
    nodes.set(id, { ...blank, ...known, ...marks, column: Math.max(column, known?.column ?? 0) })
  }
  for (const { item, parents } of used) {
    place(item, 0, { isAffected: true })
    for (const { item: parent, level, isTopLevel, quantity, childItemNumber: from } of parents) {
      place(parent, level, isTopLevel ? { isTopLevel } : {})
      const to = parent.itemNumber
      edges.set(`${from} ${to}`, { from, to, quantity: String(quantity) })
    }
  }
  return grouped([...nodes.values()], [...edges.values()], most)
}

function grouped(nodes: ImpactNode[], edges: ImpactEdge[], most: number) {
  const shown: ImpactNode[] = []
  const standIn = new Map<string, string>()
  for (const column of new Set(nodes.map((node) => node.column))) {
    const here = nodes.filter((node) => node.column === column)
    const kept = here.length > most ? most - 1 : here.length
    shown.push(...here.slice(0, kept))
    const rest = here.slice(kept)
    if (rest.length === 0) continue
    const id = `more ${column}`
    for (const node of rest) standIn.set(node.id, id)
    const marks = { isAffected: column === 0, isTopLevel: false, more: rest.length }
    shown.push({ id, item: null, column, ...marks })
  }
  const nameOf = (id: string) => standIn.get(id) ?? id
  const drawn = new Map<string, ImpactEdge>()
  for (const edge of edges) {
    const [from, to] = [nameOf(edge.from), nameOf(edge.to)]
    const isOne = from === edge.from && to === edge.to
    if (from !== to) drawn.set(`${from} ${to}`, { from, to, quantity: isOne ? edge.quantity : '' })
  }
  return { nodes: shown, edges: [...drawn.values()] }
}
