/** What another version had and this one has not, or has elsewhere: drawn as ghosts in its picture. */

import {
  Box3,
  Color,
  DoubleSide,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshLambertMaterial,
  type Object3D,
  Vector3,
} from 'three'
import { CHANGES, matchKey } from './colours'
import { type Displacement, displacedIn, type Placed, placedAs } from './displaced'
import { edgesOf } from './edges'
import type { ModelScene } from './model-scene'
import { flatten } from './model-tree'
import { itemsOf, type SceneItem, textsOf } from './painting'

export interface PastSource {
  load: (signal: AbortSignal) => Promise<Object3D>
  /** Those that are gone or stood elsewhere are marked so. */
  items: readonly SceneItem[]
  /** Whether its places are its own, so that it stands beside and not within. */
  isBeside: boolean
  /** Those of the model that it is drawn into. */
  itemsNow: readonly SceneItem[]
}

/** How far what stands beside is from the model, as a share of its length. */
const GAP = 0.08

/** What was there and is not: the former shape of what changed too. */
const GHOSTS: Readonly<Record<string, string>> = {
  removed: CHANGES.removed,
  moved: CHANGES.moved,
  changed: CHANGES.removed,
}

const FORMER = new LineBasicMaterial({
  color: new Color(CHANGES.removed),
  transparent: true,
  depthTest: false,
})

export class Past {
  private readonly materials = new Map<string, MeshLambertMaterial>()
  private readonly meshes: Mesh[] = []
  private readonly marked: Object3D[] = []
  /** Whether the former shape of anything is shown. */
  readonly hasFormer: boolean
  private edges: ReturnType<typeof edgesOf> = new Map()

  constructor(
    private readonly view: ModelScene,
    private readonly model: Object3D,
    { items, itemsNow, isBeside }: PastSource,
  ) {
    const { nodes, nodeOf } = flatten<Object3D>(model)
    const marks = nodeOf.map((node) => node.userData)
    model.updateWorldMatrix(true, true)
    if (!isBeside) this.findDisplaced(nodeOf, items, itemsNow)
    const texts = textsOf('change', nodes, marks, items)
    const markOf = new Map<Object3D, string | null>()
    for (const [id, node] of nodeOf.entries())
      node.traverse((one) => markOf.set(one, texts[id] ?? null))
    const former: Mesh[] = []
    model.traverse((one) => {
      const mark = markOf.get(one)
      if (!(one instanceof Mesh)) {
        // Lines of the geometry belong to what is there.
        if ('geometry' in one) one.visible = false
        return
      }
      this.meshes.push(one)
      const colour = mark && GHOSTS[mark]
      if (colour) one.material = this.ghostOf(colour)
      else one.visible = false
      if (mark === 'changed') former.push(one)
    })
    this.hasFormer = former.length > 0
    if (!isBeside) this.outline(former)
    this.place(isBeside)
    view.scene.add(model)
  }

  /** Marks what stands elsewhere in the two models, whatever the structure says. */
  private findDisplaced(
    before: readonly Object3D[],
    items: readonly SceneItem[],
    itemsNow: readonly SceneItem[],
  ): void {
    const { view } = this
    const placed = () => placesOf(view.nodeOf, itemsNow)
    const now = view.explosion?.together(placed) ?? placed()
    const [ofNow, ofBefore] = displacedIn(now, placesOf(before, items))
    for (const [id, how] of ofNow) this.mark(view.nodeOf[id], how)
    for (const [id, how] of ofBefore) this.mark(before[id], how)
  }

  private mark(node: Object3D | undefined, how: Displacement): void {
    if (!node) return
    node.userData.displaced = how
    this.marked.push(node)
  }

  /** A former shape is seen where the new one holds it within. */
  private outline(former: readonly Mesh[]): void {
    this.edges = edgesOf(former, () => false)
    for (const mesh of former)
      for (const one of mesh.children) if (one instanceof LineSegments) one.material = FORMER
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
        // What both have is seen as it is now.
        polygonOffset: true,
        polygonOffsetFactor: 1,
        polygonOffsetUnits: 1,
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
    for (const node of this.marked) delete node.userData.displaced
    this.view.scene.remove(this.model)
    this.view.draw()
    for (const mesh of this.meshes) mesh.geometry.dispose()
    for (const edges of this.edges.values()) edges.dispose()
    for (const material of [...this.materials.values(), FORMER]) material.dispose()
  }
}

/** Each part where it stands, known by its item, else by what its product is called. */
function placesOf(nodeOf: readonly Object3D[], items: readonly SceneItem[]): (Placed | null)[] {
  const { nodes } = flatten<Object3D>(nodeOf[0] as Object3D)
  const marks = nodeOf.map((node) => node.userData)
  const known = itemsOf(nodes, marks, items)
  return nodes.map(({ id, name, isLeaf }) => {
    const node = nodeOf[id]
    const product = marks[id]?.product
    const key = known[id]?.itemNumber ?? matchKey(typeof product === 'string' ? product : name)
    return isLeaf && node ? placedAs(key, node) : null
  })
}
