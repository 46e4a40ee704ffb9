/** What the meshes of a model wear: their own colours, those of a legend, that of the part picked. */

import { Color, type Material, Mesh, MeshLambertMaterial, type Object3D } from 'three'
import { CHANGES } from './colours'
import { see } from './instances'

const DONE: ReadonlySet<string> = new Set(Object.values(CHANGES))
const PICKED = new MeshLambertMaterial({ color: new Color('#1796a8') })

type Coat = Material | Material[]

export class Coats {
  private readonly own = new Map<Mesh, Coat>()
  private readonly worn = new Map<Mesh, Coat>()
  private readonly paints = new Map<string, Material>()
  private picked: Object3D | null = null
  private isGhost = false
  private isOfChange = false

  /** `onNew` hears of each colour that is made. */
  constructor(private readonly onNew: (paint: Material) => void) {}

  /** Takes in all that a scene has. */
  take(scene: Object3D): void {
    scene.traverse((one) => {
      if (!(one instanceof Mesh)) return
      this.own.set(one, one.material)
      this.worn.set(one, one.material)
    })
  }

  meshes(): IterableIterator<Mesh> {
    return this.own.keys()
  }

  /** Each mesh in the colour that it is given, in its own where that is none. */
  paint(colourOf: (mesh: Mesh) => string | undefined, isOfChange: boolean): void {
    this.isOfChange = isOfChange
    for (const [mesh, own] of this.own) {
      const colour = colourOf(mesh)
      this.worn.set(mesh, colour ? this.paintOf(colour) : own)
    }
    this.pick(this.picked)
  }

  private paintOf(colour: string): Material {
    const paint = this.paints.get(colour) ?? new MeshLambertMaterial({ color: new Color(colour) })
    if (!this.paints.has(colour)) this.onNew(paint)
    this.paints.set(colour, paint)
    see(paint, this.isGhost && !this.isSolid(colour))
    return paint
  }

  pick(node: Object3D | null): void {
    this.picked = node
    for (const [mesh, coat] of this.worn) mesh.material = coat
    node?.traverse((one) => {
      if (one instanceof Mesh && this.own.has(one)) one.material = PICKED
    })
  }

  /** What a change did is seen among ghosts too. */
  private isSolid(colour: string): boolean {
    return this.isOfChange && DONE.has(colour)
  }

  /** Everything can be seen through but the picked part, and what a change did. */
  ghost(isOn: boolean): void {
    this.isGhost = isOn
    for (const material of this.all()) if (material !== PICKED) see(material, isOn)
    for (const [colour, paint] of this.paints) if (this.isSolid(colour)) see(paint, false)
  }

  /** Every material once, that of the part picked too. */
  all(): Set<Material> {
    return new Set([...[...this.own.values()].flat(), ...this.paints.values(), PICKED])
  }
}
