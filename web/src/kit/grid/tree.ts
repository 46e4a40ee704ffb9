/** A tree as a flat array: each node knows where its descendants end, so folding is skipping; pure. */

export interface TreeIndex {
  /** Levels from 0. */
  level: Uint16Array
  /** The index after the last descendant. */
  end: Uint32Array
  parent: Int32Array
  depth: number
}

/** Indexes nodes given depth first with their levels. */
export function indexTree(levels: readonly number[]): TreeIndex {
  const count = levels.length
  const level = new Uint16Array(count)
  const end = new Uint32Array(count)
  const parent = new Int32Array(count)
  const above: number[] = []
  let depth = 0
  for (let index = 0; index < count; index += 1) {
    const own = levels[index] ?? 0
    level[index] = own
    depth = Math.max(depth, own + 1)
    while (above.length > own) end[above.pop() as number] = index
    parent[index] = above.at(-1) ?? -1
    above.push(index)
  }
  while (above.length > 0) end[above.pop() as number] = count
  return { level, end, parent, depth }
}

export function hasChildren(tree: TreeIndex, index: number): boolean {
  return (tree.end[index] ?? 0) > index + 1
}

/** The indexes of the rows to show. */
export function visibleRows(tree: TreeIndex, isOpen: (index: number) => boolean): number[] {
  const rows: number[] = []
  for (let index = 0; index < tree.level.length; ) {
    rows.push(index)
    index = isOpen(index) ? index + 1 : (tree.end[index] ?? index + 1)
  }
  return rows
}

/** The rows that match, with everything above them. */
export function matchingRows(tree: TreeIndex, matches: (index: number) => boolean): number[] {
  const shown = new Uint8Array(tree.level.length)
  for (let index = tree.level.length - 1; index >= 0; index -= 1) {
    if (!shown[index] && !matches(index)) continue
    shown[index] = 1
    const up = tree.parent[index] ?? -1
    if (up >= 0) shown[up] = 1
  }
  return [...shown.keys()].filter((index) => shown[index] === 1)
}
