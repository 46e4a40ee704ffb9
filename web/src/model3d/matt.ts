/** Parts as if they were painted matt: a file tells colours, and nothing of how they shine. */

import {
  type Material,
  Mesh,
  MeshLambertMaterial,
  MeshStandardMaterial,
  type Object3D,
} from 'three'

export function makeMatt(model: Object3D): void {
  const known = new Map<Material, Material>()
  const matt = (material: Material): Material => {
    if (!(material instanceof MeshStandardMaterial)) return material
    let made = known.get(material)
    if (!made) {
      const { color, side, transparent, opacity, vertexColors } = material
      made = new MeshLambertMaterial({ color, side, transparent, opacity, vertexColors })
      known.set(material, made)
      material.dispose()
    }
    return made
  }
  model.traverse((one) => {
    if (!(one instanceof Mesh)) return
    const own: Material | Material[] = one.material
    one.material = Array.isArray(own) ? own.map(matt) : matt(own)
  })
}
