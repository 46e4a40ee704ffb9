/** The cut faces of a section: a cap where the plane is within solids. */

import {
  AlwaysStencilFunc,
  BackSide,
  Box3,
  type BufferGeometry,
  DecrementWrapStencilOp,
  FrontSide,
  IncrementWrapStencilOp,
  InstancedMesh,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  NotEqualStencilFunc,
  type Plane,
  PlaneGeometry,
  ReplaceStencilOp,
  type Scene,
} from 'three'
import { isShown } from './instances'

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

const WORLD = new Box3()

/** Of parts that the plane does not cross nothing is counted: they show as many fronts as backs. */
export function crossed(meshes: readonly Mesh[], plane: Plane): Map<BufferGeometry, Mesh[]> {
  const found = new Map<BufferGeometry, Mesh[]>()
  for (const mesh of meshes) {
    const { geometry } = mesh
    if (!geometry.boundingBox) geometry.computeBoundingBox()
    if (!geometry.boundingBox) continue
    WORLD.copy(geometry.boundingBox).applyMatrix4(mesh.matrixWorld)
    if (!plane.intersectsBox(WORLD) || !isShown(mesh)) continue
    const known = found.get(geometry)
    if (known) known.push(mesh)
    else found.set(geometry, [mesh])
  }
  return found
}

export class Caps {
  readonly cap: Mesh
  private readonly kinds: readonly MeshBasicMaterial[]
  private readonly uses = new Map<BufferGeometry, number>()
  private readonly counters = new Map<BufferGeometry, readonly InstancedMesh[]>()

  constructor(
    private readonly scene: Scene,
    private readonly meshes: readonly Mesh[],
    private readonly plane: Plane,
    size: number,
  ) {
    this.kinds = [counting(plane, BackSide), counting(plane, FrontSide)]
    for (const { geometry } of meshes) {
      this.uses.set(geometry, (this.uses.get(geometry) ?? 0) + 1)
    }
    const material = new MeshLambertMaterial({
      color: '#c8743c',
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

  /** Takes the places of the parts that the plane crosses now. */
  refresh(): void {
    for (const counter of [...this.counters.values()].flat()) counter.visible = false
    if (!this.cap.visible) return
    for (const [geometry, meshes] of crossed(this.meshes, this.plane)) {
      for (const counter of this.countersOf(geometry)) {
        for (const [place, mesh] of meshes.entries()) counter.setMatrixAt(place, mesh.matrixWorld)
        counter.count = meshes.length
        counter.instanceMatrix.needsUpdate = true
        counter.visible = true
      }
    }
  }

  private countersOf(geometry: BufferGeometry): readonly InstancedMesh[] {
    let made = this.counters.get(geometry)
    if (!made) {
      made = this.kinds.map((kind) => this.counterOf(geometry, kind))
      this.counters.set(geometry, made)
      this.scene.add(...made)
    }
    return made
  }

  private counterOf(geometry: BufferGeometry, kind: MeshBasicMaterial): InstancedMesh {
    const counter = new InstancedMesh(geometry, kind, this.uses.get(geometry) ?? 1)
    counter.frustumCulled = false
    counter.renderOrder = 1
    counter.raycast = () => {}
    return counter
  }

  dispose(): void {
    for (const counter of [...this.counters.values()].flat()) counter.dispose()
    for (const kind of this.kinds) kind.dispose()
    this.cap.geometry.dispose()
  }
}
