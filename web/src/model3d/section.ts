/** A plane that cuts a model, with the cut faces closed. */

import { type Box3, type Material, type Mesh, Plane, type Scene, Vector3 } from 'three'
import { Caps } from './caps'
import { EDGE } from './edges'

export type Axis = 'x' | 'y' | 'z'

const NORMALS: Readonly<Record<Axis, Vector3>> = {
  x: new Vector3(-1, 0, 0),
  y: new Vector3(0, -1, 0),
  z: new Vector3(0, 0, -1),
}

export class Section {
  private readonly plane = new Plane(new Vector3(-1, 0, 0), 0)
  private readonly caps: Caps
  private axis: Axis | null = null

  constructor(
    scene: Scene,
    meshes: readonly Mesh[],
    private readonly box: Box3,
    /** All that the meshes may be drawn with. */
    private readonly materials: Material[],
  ) {
    const size = box.getSize(new Vector3()).length() * 2
    this.caps = new Caps(scene, meshes, this.plane, size)
  }

  /** Cuts at a share of the model's length along the axis, or keeps the other side; not at all without one. */
  set(axis: Axis | null, share: number, isFlipped = false): void {
    if (this.axis !== axis) this.clip(axis)
    this.axis = axis
    if (axis) this.place(axis, share, isFlipped)
    this.refresh()
  }

  private place(axis: Axis, share: number, isFlipped: boolean): void {
    const { min, max } = this.box
    const at = min[axis] + (max[axis] - min[axis]) * share
    this.plane.normal.copy(NORMALS[axis])
    this.plane.constant = at
    if (isFlipped) this.plane.negate()
    const middle = this.box.getCenter(new Vector3())
    middle[axis] = at
    this.caps.cap.position.copy(middle)
    this.caps.cap.lookAt(middle.clone().sub(this.plane.normal))
  }

  /** Closes the parts anew, where they are elsewhere or hidden. */
  refresh(): void {
    this.caps.refresh()
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
    this.caps.cap.visible = axis !== null
    for (const material of new Set([...this.materials, EDGE])) {
      const wasClipped = Boolean(material.clippingPlanes?.length)
      material.clippingPlanes = planes
      // Only another number of planes is another program.
      if (wasClipped !== (axis !== null)) material.needsUpdate = true
    }
  }

  dispose(): void {
    this.set(null, 0)
    EDGE.clippingPlanes = []
    this.caps.dispose()
  }
}
