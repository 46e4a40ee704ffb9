/** Which parts of a model stand elsewhere, or are of another size, than in the model of another version; pure. */

import { Box3, Matrix4, type Object3D, Vector3 } from 'three'

export interface Placed {
  /** What is the same part in both versions. */
  key: string
  middle: Vector3
  /** Of its own axes. */
  turn: Matrix4
  /** Along its own axes. */
  size: Vector3
}

export type Displacement = 'moved' | 'changed'

/** Shares of the whole: triangles of one body differ by that, in assemblies of other sizes. */
const SAME_PLACE = 5e-4
const SAME_TURN = 1e-3
const SAME_SIZE = 5e-3

/** A part as it stands in the world, null for one without a body. */
export function placedAs(key: string, node: Object3D): Placed | null {
  const world = new Box3().setFromObject(node)
  if (world.isEmpty()) return null
  const turn = new Matrix4().extractRotation(node.matrixWorld)
  const own = new Box3()
  const back = turn.clone().invert()
  node.traverse((one) => {
    const geometry = 'geometry' in one ? (one as Shaped).geometry : undefined
    if (!geometry) return
    geometry.boundingBox ?? geometry.computeBoundingBox()
    const box = geometry.boundingBox?.clone().applyMatrix4(back.clone().multiply(one.matrixWorld))
    if (box) own.union(box)
  })
  const middle = own.getCenter(new Vector3()).applyMatrix4(turn)
  return { key, middle, turn, size: own.getSize(new Vector3()) }
}

interface Shaped {
  geometry?: { boundingBox: Box3 | null; computeBoundingBox: () => void }
}

/**
 * By their places in the lists: what of `now` is not as before, and what of `before` is not as now.
 * Each use is compared with one of the same part; uses that have no other are more or fewer, which
 * the structure tells.
 */
export function displacedIn(
  now: readonly (Placed | null)[],
  before: readonly (Placed | null)[],
): [Map<number, Displacement>, Map<number, Displacement>] {
  const reach = reachOf([...now, ...before])
  const left = new Map<string, [Placed, number][]>()
  for (const [at, one] of before.entries()) {
    if (!one) continue
    const known = left.get(one.key)
    if (known) known.push([one, at])
    else left.set(one.key, [[one, at]])
  }
  const taken = (one: Placed, isFit: (other: Placed) => boolean): number | null => {
    const known = left.get(one.key) ?? []
    const at = known.findIndex(([other]) => isFit(other))
    return at < 0 ? null : (known.splice(at, 1)[0]?.[1] ?? null)
  }
  const open = [...now.entries()].filter(
    ([, one]) =>
      one &&
      taken(one, (other) => isThere(one, other, reach) && isAlike(one, other, reach)) === null,
  )
  const [ofNow, ofBefore] = [new Map<number, Displacement>(), new Map<number, Displacement>()]
  for (const [at, one] of open) {
    if (!one) continue
    const other = taken(one, (known) => isAlike(one, known, reach)) ?? taken(one, () => true)
    if (other === null) continue
    const known = before[other]
    const how = known && isAlike(one, known, reach) ? 'moved' : 'changed'
    ofNow.set(at, how)
    ofBefore.set(other, how)
  }
  return [ofNow, ofBefore]
}

function reachOf(all: readonly (Placed | null)[]): number {
  const box = new Box3()
  for (const one of all) {
    if (!one) continue
    const half = one.size.length() / 2
    box.expandByPoint(one.middle.clone().addScalar(half))
    box.expandByPoint(one.middle.clone().addScalar(-half))
  }
  return box.isEmpty() ? 0 : box.getSize(new Vector3()).length()
}

function isThere(one: Placed, other: Placed, reach: number): boolean {
  const [own, its] = [one.turn.elements, other.turn.elements]
  return (
    one.middle.distanceTo(other.middle) <= reach * SAME_PLACE &&
    own.every((value, at) => Math.abs(value - (its[at] ?? 0)) <= SAME_TURN)
  )
}

function isAlike({ size }: Placed, other: Placed, reach: number): boolean {
  return size.distanceTo(other.size) <= Math.max(size.length() * SAME_SIZE, reach * SAME_PLACE)
}
