/** Where parts stand whose places nobody knows: in rows, each assembly by itself; pure. */

export interface Use {
  item: number
  parent: number | null
}

export interface Placed {
  /** The middle of the use's box within the assembly that holds it. */
  at: readonly [number, number, number]
  size: readonly [number, number, number]
}

const GAP = 0.12
type Size = readonly [number, number, number]

/** The place of each use, by the sizes of the models; what has no model takes no room of its own. */
export function layOut(uses: readonly Use[], sizeOf: (item: number) => Size | null): Placed[] {
  const below = childrenOf(uses)
  const placed: Placed[] = uses.map(() => ({ at: [0, 0, 0], size: [0, 0, 0] }))
  // A use stands before what it holds, so that from the end on each assembly finds its parts sized.
  for (let place = uses.length - 1; place >= 0; place -= 1) {
    const use = uses[place]
    if (!use) continue
    const own = sizeOf(use.item)
    const children = below[place] ?? []
    const size = own ?? arrange(children, placed)
    placed[place] = { at: [0, 0, 0], size }
  }
  return placed
}

function childrenOf(uses: readonly Use[]): number[][] {
  const below: number[][] = uses.map(() => [])
  for (const [place, { parent }] of uses.entries()) {
    if (parent !== null) below[parent]?.push(place)
  }
  return below
}

/** Rows about as long as they are deep together; moves the children, and answers the room they take. */
function arrange(children: readonly number[], placed: Placed[]): Size {
  const sizes = children.map((child) => placed[child]?.size ?? [0, 0, 0])
  const gap = GAP * Math.max(0, ...sizes.flat())
  const area = sizes.reduce((sum, [x, , z]) => sum + (x + gap) * (z + gap), 0)
  const longest = Math.max(Math.sqrt(area), ...sizes.map(([x]) => x))
  const spots: [number, number, number][] = []
  let [x, z, depth, width, height] = [0, 0, 0, 0, 0]
  for (const [index] of children.entries()) {
    const [w, h, d] = sizes[index] ?? [0, 0, 0]
    if (x > 0 && x + w > longest * 1.05) {
      z += depth + gap
      x = 0
      depth = 0
    }
    spots.push([x + w / 2, h / 2, z + d / 2])
    x += w + gap
    width = Math.max(width, x - gap)
    depth = Math.max(depth, d)
    height = Math.max(height, h)
  }
  const size: Size = [width, height, z + depth]
  for (const [index, child] of children.entries()) {
    const [left = 0, up = 0, back = 0] = spots[index] ?? []
    const own = placed[child]
    if (own) {
      placed[child] = { ...own, at: [left - size[0] / 2, up - size[1] / 2, back - size[2] / 2] }
    }
  }
  return size
}
