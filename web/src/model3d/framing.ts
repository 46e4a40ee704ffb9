/** How far away a camera must stand to see a whole box; pure. */

import { type Box3, type PerspectiveCamera, Vector3 } from 'three'

/** The share of the picture that stays free at its edges. */
const MARGIN = 0.06
const DEGREES = Math.PI / 180

/** The distance from the middle of the box, seen from the direction `way` (of length 1) with y upwards. */
export function distanceFor(
  box: Box3,
  way: Vector3,
  { fov, aspect }: Pick<PerspectiveCamera, 'fov' | 'aspect'>,
): number {
  const up = Math.tan((fov / 2) * DEGREES) * (1 - MARGIN)
  const aside = up * aspect
  const right = new Vector3(0, 1, 0).cross(way)
  if (right.lengthSq() < 1e-9) right.set(1, 0, 0)
  right.normalize()
  const top = way.clone().cross(right)
  const half = box.getSize(new Vector3()).multiplyScalar(0.5)
  let distance = 0
  for (let corner = 0; corner < 8; corner += 1) {
    const at = new Vector3(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1)
    at.multiply(half)
    const needed = Math.max(Math.abs(at.dot(right)) / aside, Math.abs(at.dot(top)) / up)
    distance = Math.max(distance, needed + at.dot(way))
  }
  return distance
}

interface Stand {
  position: Vector3
  target: Vector3
}

/** Where one stands after a model went from one box to another: it takes as much of the picture as before. */
export function standBeside(
  { position, target }: Stand,
  before: Box3,
  after: Box3,
  lens: Pick<PerspectiveCamera, 'fov' | 'aspect'>,
): Stand {
  const back = position.clone().sub(target)
  const way = back.clone().normalize()
  const share = distanceFor(after, way, lens) / distanceFor(before, way, lens)
  if (!Number.isFinite(share) || share <= 0) return { position, target }
  const middle = after.getCenter(new Vector3())
  const at = target.clone().sub(before.getCenter(new Vector3())).multiplyScalar(share).add(middle)
  return { position: at.clone().addScaledVector(back, share), target: at }
}
