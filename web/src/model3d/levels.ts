/** The coarse meshes that a file has beside some of its own, for pictures that must be quick. */

import { type BufferGeometry, Mesh, type Object3D } from 'three'
import type { GLTFParser } from 'three/examples/jsm/loaders/GLTFLoader.js'

interface MeshTold {
  extras?: { coarse?: unknown }
}

/** Lets the geometry of each mesh know its coarse one. */
export async function findCoarse(parser: GLTFParser): Promise<void> {
  const told: readonly MeshTold[] = parser.json.meshes ?? []
  await Promise.all(
    told.map(async ({ extras }, place) => {
      const other = extras?.coarse
      if (typeof other !== 'number' || !told[other]) return
      const both: Object3D[] = await Promise.all([
        parser.getDependency('mesh', place),
        parser.getDependency('mesh', other),
      ])
      const [fine = [], coarse = []] = both.map(geometriesOf)
      for (const [piece, geometry] of fine.entries()) geometry.userData.coarse = coarse[piece]
    }),
  )
}

function geometriesOf(model: Object3D): BufferGeometry[] {
  const found: BufferGeometry[] = []
  model.traverse((one) => one instanceof Mesh && found.push(one.geometry))
  return found
}

export function coarseOf(geometry: BufferGeometry): BufferGeometry | undefined {
  return geometry.userData.coarse
}

/** How many triangles are drawn for a mesh. */
export function trianglesOf({ index, attributes }: BufferGeometry): number {
  return (index?.count ?? attributes.position?.count ?? 0) / 3
}
