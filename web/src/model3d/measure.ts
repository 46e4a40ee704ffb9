/** What is measured on a model: the places that were clicked, marked on it. */

import {
  BufferGeometry,
  type Camera,
  type Intersection,
  Line,
  Line3,
  LineBasicMaterial,
  type Matrix4,
  type Mesh,
  Points,
  PointsMaterial,
  type Scene,
  Vector3,
} from 'three'
import { type Measurement, measured, type Pick, wholeEdge } from './measurement'

const SNAP_PX = 12
const EDGE_PX = 7

export class Measure {
  private picks: Pick[] = []
  private readonly line = new Line(
    new BufferGeometry(),
    new LineBasicMaterial({ color: '#b3261e', depthTest: false }),
  )
  private readonly marks = new Points(
    new BufferGeometry(),
    new PointsMaterial({ color: '#b3261e', size: 8, sizeAttenuation: false, depthTest: false }),
  )

  constructor(scene: Scene) {
    for (const one of [this.line, this.marks]) {
      one.renderOrder = 10
      one.raycast = () => {}
      one.frustumCulled = false
      // What is not drawn needs no program of the graphics card.
      one.visible = false
      scene.add(one)
    }
  }

  /** Takes a place, and answers what can be told of those that were clicked. */
  add(seen: Seen): Measurement[] {
    if (this.picks.length === 2) this.picks = []
    this.picks.push(pickOf(seen))
    this.show()
    return measured(this.picks)
  }

  clear(): void {
    this.picks = []
    this.show()
  }

  private show(): void {
    const points = this.picks.map(({ point }) => point)
    for (const one of [this.line, this.marks]) {
      one.geometry.dispose()
      one.geometry = new BufferGeometry().setFromPoints(points)
      one.visible = points.length > 0
    }
  }
}

/** A place on a model as one sees it, and the sharp edges of what was hit. */
export interface Seen {
  hit: Intersection
  camera: Camera
  canvas: HTMLCanvasElement
  edges: ReadonlyMap<BufferGeometry, BufferGeometry>
}

/** A sharp edge that is near on the screen, or its end where that is near; else the face. */
function pickOf({ hit, camera, canvas, edges }: Seen): Pick {
  const { geometry, matrixWorld } = hit.object as Mesh
  if (!hit.face) return { point: hit.point.clone() }
  const onScreen = (point: Vector3) => {
    const { x, y } = point.clone().project(camera)
    return new Vector3(x * canvas.clientWidth, y * canvas.clientHeight, 0).multiplyScalar(0.5)
  }
  const clicked = onScreen(hit.point)
  const away = (point: Vector3) => onScreen(point).distanceTo(clicked)
  const pieces = piecesOf(edges.get(geometry), matrixWorld)
  const feet = pieces.map(([from, to]) =>
    new Line3(from, to).closestPointToPoint(hit.point, true, new Vector3()),
  )
  const foot = nearest(feet, (point) => point.distanceTo(hit.point))
  if (foot && away(foot) < EDGE_PX) {
    const edge = wholeEdge(pieces, feet.indexOf(foot))
    const end = edge.isClosed
      ? null
      : nearest(edge.points.slice(-1).concat(edge.points[0] ?? []), away)
    return end && away(end) < SNAP_PX ? { point: end } : { point: foot, edge }
  }
  return {
    point: hit.point.clone(),
    normal: hit.face.normal.clone().transformDirection(matrixWorld),
  }
}

function nearest(points: readonly Vector3[], away: (point: Vector3) => number): Vector3 | null {
  let found: Vector3 | null = null
  let least = Number.POSITIVE_INFINITY
  for (const point of points) {
    const far = away(point)
    if (far < least) [found, least] = [point, far]
  }
  return found
}

/** Pairs of ends, where the part is. */
function piecesOf(edges: BufferGeometry | undefined, place: Matrix4): [Vector3, Vector3][] {
  const ends = edges?.attributes.position
  if (!ends) return []
  return Array.from({ length: ends.count / 2 }, (_, piece) => [
    new Vector3().fromBufferAttribute(ends, piece * 2).applyMatrix4(place),
    new Vector3().fromBufferAttribute(ends, piece * 2 + 1).applyMatrix4(place),
  ])
}
