/** Where one stands and what one looks at. */

import { type Box3, PerspectiveCamera, Raycaster, Vector2, Vector3 } from 'three'
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js'
import { distanceFor, standBeside } from './framing'
import { DIRECTIONS, readViewpoint, sideOf, type ViewName, writeViewpoint } from './viewpoint'

const LEAST = 1e-6

export class Eye {
  readonly camera = new PerspectiveCamera(35, 1, 0.001, 1000)
  readonly controls: OrbitControls

  constructor(
    private readonly canvas: HTMLCanvasElement,
    /** Of all that is shown. */
    private readonly box: Box3,
  ) {
    this.controls = new OrbitControls(this.camera, canvas)
  }

  /** All of it is seen, pulled apart too. */
  look(view: ViewName, shown: Box3): void {
    this.stepBack(this.box.clone().union(shown), new Vector3(...DIRECTIONS[view]).normalize())
  }

  /** A box fills the picture, seen from where one stands. */
  fit(box: Box3): void {
    this.stepBack(box, this.camera.position.clone().sub(this.controls.target).normalize())
  }

  /** The model went from one box to another: as much of the picture is its as before. */
  follow(before: Box3, after: Box3): void {
    if (before.isEmpty() || after.isEmpty()) return
    const { position } = this.camera
    const now = standBeside({ position, target: this.controls.target }, before, after, this.camera)
    position.copy(now.position)
    this.aim(now.target)
  }

  /** Away from the middle of a box until all of it is seen. */
  private stepBack(box: Box3, way: Vector3): void {
    const center = box.getCenter(new Vector3())
    const distance = Math.max(distanceFor(box, way, this.camera), LEAST)
    this.camera.position.copy(center).addScaledVector(way, distance)
    this.aim(center)
  }

  /** Where the camera stands and what it looks at, for an address. */
  viewpoint(): string {
    return writeViewpoint([...this.camera.position, ...this.controls.target])
  }

  /** The side that it is seen from; null from between them. */
  side(): ViewName | null {
    return sideOf([...this.camera.position.clone().sub(this.controls.target)])
  }

  /** Back to a viewpoint; one that makes no sense changes nothing. */
  stand(viewpoint: string | undefined): void {
    const [x, y, z, ...target] = readViewpoint(viewpoint) ?? []
    if (x === undefined || y === undefined || z === undefined) return
    this.camera.position.set(x, y, z)
    this.aim(new Vector3(...target))
  }

  /** Through a point of the screen, into all that is there. */
  rayAt({ clientX, clientY }: PointerEvent): Raycaster {
    const { left, top, width, height } = this.canvas.getBoundingClientRect()
    const at = new Vector2((clientX - left) / width, 1 - (clientY - top) / height)
    const ray = new Raycaster()
    ray.layers.enableAll()
    ray.setFromCamera(at.multiplyScalar(2).subScalar(1), this.camera)
    return ray
  }

  private aim(center: Vector3): void {
    const reach = Math.max(this.box.getSize(new Vector3()).length(), LEAST)
    this.camera.near = reach / 500
    this.camera.far = reach * 100
    this.camera.updateProjectionMatrix()
    this.controls.target.copy(center)
    this.controls.update()
  }

  widen(aspect: number): void {
    this.camera.aspect = aspect
    this.camera.updateProjectionMatrix()
  }
}
