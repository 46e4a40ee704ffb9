/** What the meshes of a model wear: their own colours, those of a legend, that of the part picked. */

import { Color, type Material, Mesh, MeshLambertMaterial, type Object3D } from 'three'
import { see } from './instances'

const PICKED = new MeshLambertMaterial({ color: new Color('#1796a8') })

type Coat = Material | Material[]

export class Coats {
  private readonly own = new Map<Mesh, Coat>()
  private readonly worn = new Map<Mesh, Coat>()
  private readonly paints = new Map<string, Material>()
  private picked: Object3D | null = null
  private isGhost = false

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
  paint(colourOf: (mesh: Mesh) => string | undefined): void {
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
    see(paint, this.isGhost)
    return paint
  }

  pick(node: Object3D | null): void {
    this.picked = node
    for (const [mesh, coat] of this.worn) mesh.material = coat
    node?.traverse((one) => {
      if (one instanceof Mesh && this.own.has(one)) one.material = PICKED
    })
  }

  /** Everything but the picked part can be seen through. */
  ghost(isOn: boolean): void {
    this.isGhost = isOn
    for (const material of this.all()) if (material !== PICKED) see(material, isOn)
  }

  /** Every material once, that of the part picked too. */
  all(): Set<Material> {
    return new Set([...[...this.own.values()].flat(), ...this.paints.values(), PICKED])
  }
}
