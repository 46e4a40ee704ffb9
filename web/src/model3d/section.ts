/** A plane that cuts a model, with the cut faces closed. */

import {
  AlwaysStencilFunc,
  BackSide,
  type Box3,
  DecrementWrapStencilOp,
  FrontSide,
  IncrementWrapStencilOp,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  NotEqualStencilFunc,
  Plane,
  PlaneGeometry,
  ReplaceStencilOp,
  type Scene,
  Vector3,
} from 'three'
import { EDGE } from './edges'
import type { Instances } from './instances'

export type Axis = 'x' | 'y' | 'z'

const NORMALS: Readonly<Record<Axis, Vector3>> = {
  x: new Vector3(-1, 0, 0),
  y: new Vector3(0, -1, 0),
  z: new Vector3(0, 0, -1),
}

/** Counts how often a ray goes into solids and out: what is not even is inside, and gets the cap. */
function counting(plane: Plane, side: typeof BackSide | typeof FrontSide): MeshBasicMaterial {
  const operation = side === BackSide ? IncrementWrapStencilOp : DecrementWrapStencilOp
  return new MeshBasicMaterial({
    depthWrite: false,
    depthTest: false,
    colorWrite: false,
    stencilWrite: true,
    stencilFunc: AlwaysStencilFunc,
    side,
    clippingPlanes: [plane],
    stencilFail: operation,
    stencilZFail: operation,
    stencilZPass: operation,
  })
}

export class Section {
  private readonly plane = new Plane(new Vector3(-1, 0, 0), 0)
  private readonly cap: Mesh
  private readonly counters: Mesh[] = []
  private axis: Axis | null = null

  constructor(
    scene: Scene,
    private readonly meshes: readonly Mesh[],
    private readonly box: Box3,
    /** All that the meshes may be drawn with. */
    private readonly materials: Material[],
    private readonly instances: Instances,
  ) {
    const size = box.getSize(new Vector3()).length() * 2
    const material = new MeshStandardMaterial({
      color: '#c8743c',
      roughness: 0.9,
      stencilWrite: true,
      stencilRef: 0,
      stencilFunc: NotEqualStencilFunc,
      stencilFail: ReplaceStencilOp,
      stencilZFail: ReplaceStencilOp,
      stencilZPass: ReplaceStencilOp,
    })
    this.cap = new Mesh(new PlaneGeometry(size, size), material)
    this.cap.onAfterRender = (renderer) => renderer.clearStencil()
    this.cap.renderOrder = 1.1
    this.cap.visible = false
    scene.add(this.cap)
  }

  /** Cuts at a share of the model's length along the axis; not at all without one. */
  set(axis: Axis | null, share: number): void {
    if (this.axis !== axis) this.clip(axis)
    this.axis = axis
    if (!axis) return
    const { min, max } = this.box
    const at = min[axis] + (max[axis] - min[axis]) * share
    this.plane.normal.copy(NORMALS[axis])
    this.plane.constant = at
    const middle = this.box.getCenter(new Vector3())
    middle[axis] = at
    this.cap.position.copy(middle)
    this.cap.lookAt(middle.clone().sub(this.plane.normal))
  }

  /** One more that the meshes may be drawn with. */
  adopt(material: Material): void {
    this.materials.push(material)
    material.clippingPlanes = this.axis ? [this.plane] : []
  }

  keeps(point: Vector3): boolean {
    return !this.axis || this.plane.distanceToPoint(point) >= 0
  }

  private clip(axis: Axis | null): void {
    const planes = axis ? [this.plane] : []
    this.cap.visible = axis !== null
    for (const material of new Set(this.materials)) {
      material.clippingPlanes = planes
      material.needsUpdate = true
    }
    EDGE.clippingPlanes = planes
    EDGE.needsUpdate = true
    if (axis && this.counters.length === 0) this.count()
    for (const counter of this.counters) counter.visible = axis !== null
    this.instances.showCounters(axis !== null)
  }

  private count(): void {
    const kinds: readonly Material[] = [
      counting(this.plane, BackSide),
      counting(this.plane, FrontSide),
    ]
    this.instances.count(kinds)
    for (const mesh of this.meshes) {
      if (this.instances.has(mesh)) continue
      for (const kind of kinds) {
        const counter = new Mesh(mesh.geometry, kind)
        counter.raycast = () => {}
        counter.renderOrder = 1
        mesh.add(counter)
        this.counters.push(counter)
      }
    }
  }

  dispose(): void {
    EDGE.clippingPlanes = []
    this.cap.geometry.dispose()
  }
}
