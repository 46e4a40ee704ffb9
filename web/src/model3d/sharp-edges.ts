/** Where faces of a mesh meet at an angle, or end; pure. */

export interface Triangles {
  /** x, y and z of each vertex; those of another face stand there again. */
  positions: ArrayLike<number>
  /** Three vertices for each triangle; one after another without it. */
  index: ArrayLike<number> | null
}

/** As shares of the mesh's size: what is nearer than this is one vertex. */
const SAME = 1e-6
const EMPTY = -1

/** Both ends of each edge that is sharper than the angle whose cosine is given. */
export function sharpEdges({ positions, index }: Triangles, cosine: number): Float32Array {
  const vertices = welded(positions)
  const count = Math.floor((index?.length ?? positions.length / 3) / 3)
  const normals = new Float32Array(count * 3)
  const edges = new EdgeTable(count * 3)
  const lines: number[] = []
  const draw = (a: number, b: number) => {
    for (const at of [a * 3, b * 3])
      lines.push(positions[at] ?? 0, positions[at + 1] ?? 0, positions[at + 2] ?? 0)
  }
  const corner = new Uint32Array(3)
  for (let face = 0; face < count; face += 1) {
    for (let place = 0; place < 3; place += 1) {
      const at = face * 3 + place
      corner[place] = vertices[index ? (index[at] ?? 0) : at] ?? 0
    }
    const [a = 0, b = 0, c = 0] = corner
    // A triangle without an area has no side to see.
    if (a === b || b === c || c === a || !setNormal(normals, face, positions, a, b, c)) continue
    for (let place = 0; place < 3; place += 1) {
      const [from = 0, to = 0] = [corner[place], corner[(place + 1) % 3]]
      const other = edges.pair(from, to, face)
      if (other !== EMPTY && dot(normals, face, other) <= cosine) draw(from, to)
    }
  }
  edges.eachSingle(draw)
  return new Float32Array(lines)
}

/** The number of the first vertex at the place of each. */
function welded(positions: ArrayLike<number>): Uint32Array {
  const count = Math.floor(positions.length / 3)
  let size = 0
  for (let at = 0; at < count * 3; at += 1) size = Math.max(size, Math.abs(positions[at] ?? 0))
  const cells = 1 / Math.max(size * SAME, Number.MIN_VALUE * 1e300)
  const cellOf = (vertex: number, axis: number) =>
    Math.round((positions[vertex * 3 + axis] ?? 0) * cells)
  const mask = maskFor(count)
  const table = new Int32Array(mask + 1).fill(EMPTY)
  const first = new Uint32Array(count)
  for (let vertex = 0; vertex < count; vertex += 1) {
    const [x, y, z] = [cellOf(vertex, 0), cellOf(vertex, 1), cellOf(vertex, 2)]
    let at = mixed(Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791)) & mask
    for (; ; at = (at + 1) & mask) {
      const known = table[at] ?? EMPTY
      if (known === EMPTY) {
        table[at] = vertex
        first[vertex] = vertex
        break
      }
      if (cellOf(known, 0) === x && cellOf(known, 1) === y && cellOf(known, 2) === z) {
        first[vertex] = known
        break
      }
    }
  }
  return first
}

/** Which face an edge belongs to, until the second one comes. */
class EdgeTable {
  private readonly mask: number
  private readonly slots: Int32Array
  private readonly ends: Uint32Array
  private readonly faces: Int32Array
  private used = 0

  constructor(most: number) {
    this.mask = maskFor(most)
    this.slots = new Int32Array(this.mask + 1).fill(EMPTY)
    this.ends = new Uint32Array(most * 2)
    this.faces = new Int32Array(most)
  }

  /** The face on the other side, once there are two; a third begins anew. */
  pair(from: number, to: number, face: number): number {
    const [low, high] = from < to ? [from, to] : [to, from]
    let at = mixed(Math.imul(low, 73856093) ^ Math.imul(high, 19349663)) & this.mask
    for (; ; at = (at + 1) & this.mask) {
      const known = this.slots[at] ?? EMPTY
      if (known === EMPTY) {
        this.slots[at] = this.used
        this.ends[this.used * 2] = low
        this.ends[this.used * 2 + 1] = high
        this.faces[this.used++] = face
        return EMPTY
      }
      if (this.ends[known * 2] === low && this.ends[known * 2 + 1] === high) {
        const other = this.faces[known] ?? EMPTY
        this.faces[known] = other === EMPTY ? face : EMPTY
        return other
      }
    }
  }

  /** Edges that one face alone has. */
  eachSingle(tell: (from: number, to: number) => void): void {
    for (let edge = 0; edge < this.used; edge += 1) {
      if (this.faces[edge] !== EMPTY) tell(this.ends[edge * 2] ?? 0, this.ends[edge * 2 + 1] ?? 0)
    }
  }
}

/** Of a table that is at most half full. */
function maskFor(count: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(count * 2, 2))) - 1
}

function mixed(hash: number): number {
  return hash ^ (hash >>> 15) ^ (hash >>> 7)
}

function setNormal(
  normals: Float32Array,
  face: number,
  p: ArrayLike<number>,
  a: number,
  b: number,
  c: number,
): boolean {
  const of = (vertex: number, axis: number) => p[vertex * 3 + axis] ?? 0
  const [ux, uy, uz] = [of(b, 0) - of(a, 0), of(b, 1) - of(a, 1), of(b, 2) - of(a, 2)]
  const [vx, vy, vz] = [of(c, 0) - of(a, 0), of(c, 1) - of(a, 1), of(c, 2) - of(a, 2)]
  const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
  const length = Math.hypot(x, y, z)
  if (length === 0) return false
  normals[face * 3] = x / length
  normals[face * 3 + 1] = y / length
  normals[face * 3 + 2] = z / length
  return true
}

function dot(normals: Float32Array, one: number, other: number): number {
  const of = (face: number, axis: number) => normals[face * 3 + axis] ?? 0
  return of(one, 0) * of(other, 0) + of(one, 1) * of(other, 1) + of(one, 2) * of(other, 2)
}
