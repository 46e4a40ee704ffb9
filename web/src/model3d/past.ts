/** What another version had and this one has not, or has elsewhere: drawn as ghosts in its picture. */

import { Box3, Color, DoubleSide, Mesh, MeshLambertMaterial, type Object3D, Vector3 } from 'three'
import { CHANGES } from './colours'
import type { ModelScene } from './model-scene'
import { flatten } from './model-tree'
import { type SceneItem, textsOf } from './painting'

export interface PastSource {
  load: (signal: AbortSignal) => Promise<Object3D>
  /** Those that are gone or stood elsewhere are marked so. */
  items: readonly SceneItem[]
  /** Whether its places are its own, so that it stands beside and not within. */
  isBeside: boolean
}

/** How far what stands beside is from the model, as a share of its length. */
const GAP = 0.08

export class Past {
  private readonly materials = new Map<string, MeshLambertMaterial>()
  private readonly meshes: Mesh[] = []

  constructor(
    private readonly view: ModelScene,
    private readonly model: Object3D,
    { items, isBeside }: PastSource,
  ) {
    const { nodes, nodeOf } = flatten<Object3D>(model)
    const marks = nodeOf.map((node) => node.userData)
    const texts = textsOf('change', nodes, marks, items)
    const markOf = new Map<Object3D, string | null>()
    for (const [id, node] of nodeOf.entries())
      node.traverse((one) => markOf.set(one, texts[id] ?? null))
    model.traverse((one) => {
      if (!(one instanceof Mesh)) {
        // Lines of the geometry belong to what is there.
        if ('geometry' in one) one.visible = false
        return
      }
      const mark = markOf.get(one)
      this.meshes.push(one)
      if (mark === 'removed' || mark === 'moved') one.material = this.ghostOf(CHANGES[mark])
      else one.visible = false
    })
    this.place(isBeside)
    view.scene.add(model)
  }

  private ghostOf(colour: string): MeshLambertMaterial {
    let ghost = this.materials.get(colour)
    if (!ghost) {
      ghost = new MeshLambertMaterial({
        color: new Color(colour),
        transparent: true,
        opacity: 0.45,
        depthWrite: false,
        side: DoubleSide,
      })
      this.materials.set(colour, ghost)
    }
    return ghost
  }

  private place(isBeside: boolean): void {
    const own = this.box()
    if (own.isEmpty()) return
    const { box } = this.view
    if (isBeside) {
      const gap = box.getSize(new Vector3()).length() * GAP
      this.model.position.add(new Vector3(box.max.x + gap - own.min.x, 0, 0))
    }
    box.union(this.box())
  }

  private box(): Box3 {
    this.model.updateWorldMatrix(true, true)
    const box = new Box3()
    for (const mesh of this.meshes) if (mesh.visible) box.expandByObject(mesh)
    return box
  }

  dispose(): void {
    this.view.scene.remove(this.model)
    this.view.draw()
    for (const mesh of this.meshes) mesh.geometry.dispose()
    for (const material of this.materials.values()) material.dispose()
  }
}
