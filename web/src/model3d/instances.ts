/** Draws what is used more than once all at once: few calls, however many parts there are. */

import {
  Box3,
  type BufferGeometry,
  InstancedMesh,
  LineSegments,
  type Material,
  type Mesh,
  type Object3D,
} from 'three'
import { EDGE } from './edges'
import { coarseOf } from './levels'

/** Which no camera sees: the meshes there keep their places, for picking and measures. */
const UNSEEN = 1

export class Instances {
  private readonly uses = new Map<BufferGeometry, Mesh[]>()
  private readonly drawn = new Map<string, InstancedMesh>()
  private readonly fine = new Map<string, BufferGeometry>()

  constructor(
    private readonly scene: Object3D,
    meshes: readonly Mesh[],
  ) {
    const all = new Map<BufferGeometry, Mesh[]>()
    for (const mesh of meshes) {
      // What is mirrored shows its faces from the other side, and is drawn by itself.
      if (Array.isArray(mesh.material) || mesh.matrixWorld.determinant() < 0) continue
      const known = all.get(mesh.geometry)
      if (known) known.push(mesh)
      else all.set(mesh.geometry, [mesh])
    }
    for (const [geometry, used] of all)
      if (used.length > 1 || coarseOf(geometry)) this.uses.set(geometry, used)
    for (const mesh of [...this.uses.values()].flat()) mesh.layers.set(UNSEEN)
  }

  has(mesh: Mesh): boolean {
    return mesh.layers.isEnabled(UNSEEN)
  }

  /** Takes places, materials and what is hidden from the meshes, as they are now. */
  refresh(edges: ReadonlyMap<BufferGeometry, BufferGeometry>): void {
    this.scene.updateMatrixWorld()
    for (const one of this.drawn.values()) one.count = 0
    for (const [geometry, meshes] of this.uses) {
      for (const mesh of meshes) {
        if (!isShown(mesh)) continue
        const one = this.drawnWith(geometry, mesh.material as Material, meshes.length, edges)
        one.setMatrixAt(one.count++, mesh.matrixWorld)
      }
    }
    for (const one of this.drawn.values()) {
      one.instanceMatrix.needsUpdate = true
      one.visible = one.count > 0
      for (const child of one.children) (child as InstancedMesh).count = one.count
    }
  }

  private drawnWith(
    geometry: BufferGeometry,
    material: Material,
    most: number,
    edges: ReadonlyMap<BufferGeometry, BufferGeometry>,
  ): InstancedMesh {
    const key = `${geometry.uuid} ${material.uuid}`
    let one = this.drawn.get(key)
    if (!one) {
      one = new InstancedMesh(geometry, material, most)
      one.count = 0
      one.frustumCulled = false
      one.raycast = () => {}
      const lines = edges.get(geometry)
      if (lines) one.add(linesOf(lines, one))
      this.scene.add(one)
      this.drawn.set(key, one)
      this.fine.set(key, geometry)
    }
    return one
  }

  /** Draws the coarse meshes, where there are such, or the fine ones. */
  level(isCoarse: boolean): void {
    for (const [key, one] of this.drawn) {
      const fine = this.fine.get(key)
      if (fine) one.geometry = (isCoarse && coarseOf(fine)) || fine
    }
  }

  get calls(): number {
    return this.drawn.size
  }

  dispose(): void {
    for (const one of this.drawn.values()) {
      for (const child of one.children) (child as InstancedMesh).dispose?.()
      one.dispose()
    }
  }
}

/** Lines at all the places of the faces: the renderer needs no more than these fields for it. */
function linesOf(geometry: BufferGeometry, faces: InstancedMesh): LineSegments {
  const lines = Object.assign(new LineSegments(geometry, EDGE), {
    isInstancedMesh: true,
    instanceMatrix: faces.instanceMatrix,
    instanceColor: null,
    morphTexture: null,
    count: faces.count,
  })
  lines.frustumCulled = false
  lines.raycast = () => {}
  return lines
}

export function isShown(object: Object3D): boolean {
  for (let one: Object3D | null = object; one; one = one.parent) if (!one.visible) return false
  return true
}

/** Around all that is shown. */
export function shownBox(meshes: Iterable<Mesh>): Box3 {
  const box = new Box3()
  for (const mesh of meshes) if (isShown(mesh)) box.expandByObject(mesh)
  return box
}

/** As it is, or to be seen through. */
export function see(material: Material, isGhost: boolean): void {
  material.transparent = isGhost
  material.opacity = isGhost ? 0.18 : 1
  material.depthWrite = !isGhost
  material.needsUpdate = true
}
