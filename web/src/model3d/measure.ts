/** The straight distance between two points that were clicked on a model. */

import {
  BufferGeometry,
  type Camera,
  type Intersection,
  Line,
  LineBasicMaterial,
  type Mesh,
  Points,
  PointsMaterial,
  type Scene,
  Vector3,
} from 'three'

const SNAP_PX = 12
const MILLIMETRES = 1000

export class Measure {
  private points: Vector3[] = []
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
      scene.add(one)
    }
  }

  /** Takes a point; the distance in millimetres with the second one. */
  add(hit: Intersection, camera: Camera, canvas: HTMLCanvasElement): number | null {
    if (this.points.length === 2) this.points = []
    this.points.push(snapped(hit, camera, canvas))
    this.show()
    const [from, to] = this.points
    return from && to ? from.distanceTo(to) * MILLIMETRES : null
  }

  clear(): void {
    this.points = []
    this.show()
  }

  private show(): void {
    for (const one of [this.line, this.marks]) {
      one.geometry.dispose()
      one.geometry = new BufferGeometry().setFromPoints(this.points)
    }
  }
}

/** The nearest corner of the face that was hit, where it is near on the screen. */
function snapped(hit: Intersection, camera: Camera, canvas: HTMLCanvasElement): Vector3 {
  const positions = (hit.object as Mesh).geometry.attributes.position
  if (!hit.face || !positions) return hit.point.clone()
  const onScreen = (point: Vector3) => {
    const { x, y } = point.clone().project(camera)
    return new Vector3(x * canvas.clientWidth, y * canvas.clientHeight, 0).multiplyScalar(0.5)
  }
  const clicked = onScreen(hit.point)
  const corners = [hit.face.a, hit.face.b, hit.face.c].map((index) =>
    hit.object.localToWorld(new Vector3().fromBufferAttribute(positions, index)),
  )
  const near = corners
    .map((corner) => ({ corner, away: onScreen(corner).distanceTo(clicked) }))
    .sort((left, right) => left.away - right.away)[0]
  return near && near.away < SNAP_PX ? near.corner : hit.point.clone()
}
