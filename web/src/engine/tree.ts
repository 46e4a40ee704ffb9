/** Edits of a drafted structure: each gives the whole tree anew. */

import type { BomNode } from '../api/sessions'

export interface Row {
  node: BomNode
  level: number
}

/** All nodes, parents first, each with its depth. */
export function rowsOf(root: BomNode, level = 0): Row[] {
  return [{ node: root, level }, ...root.children.flatMap((child) => rowsOf(child, level + 1))]
}

export function withChange(root: BomNode, tempId: string, change: Partial<BomNode>): BomNode {
  if (root.tempId === tempId) return { ...root, ...change }
  return { ...root, children: root.children.map((child) => withChange(child, tempId, change)) }
}

export function without(root: BomNode, tempId: string): BomNode {
  const children = root.children.filter((child) => child.tempId !== tempId)
  return { ...root, children: children.map((child) => without(child, tempId)) }
}

/** With one more part below the node; the server gives it the rest. */
export function withPart(root: BomNode, tempId: string, name: string): BomNode {
  const part = { name, quantity: 1, children: [] } as unknown as BomNode
  if (root.tempId === tempId) return { ...root, children: [...root.children, part] }
  return { ...root, children: root.children.map((child) => withPart(child, tempId, name)) }
}
