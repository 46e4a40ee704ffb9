/** An item's scene put together of the models of its parts: each model once, however often it is used. */

import { Box3, Group, type Object3D, Vector3 } from 'three'
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js'
import type { ItemScene } from '../api/models'
import { layOut } from './layout'
import { findCoarse } from './levels'
import { makeMatt } from './matt'

export async function readModel(content: ArrayBuffer): Promise<Object3D> {
  const { scene, parser } = await new GLTFLoader().parseAsync(content, '')
  await findCoarse(parser)
  makeMatt(scene)
  return scene
}

/** `models` by file; a part whose model is not there stands for nothing. */
export function assemble(scene: ItemScene, models: ReadonlyMap<string, Object3D>): Object3D {
  const boxes = new Map([...models].map(([id, model]) => [id, new Box3().setFromObject(model)]))
  const boxOf = (item: number) => boxes.get(scene.items[item]?.model?.fileId ?? '')
  const placed = layOut(scene.uses, (item) => {
    const box = boxOf(item)
    return box ? (box.getSize(new Vector3()).toArray() as [number, number, number]) : null
  })
  const made = scene.uses.map(({ item }) => partOf(scene, item, models, boxOf(item)))
  for (const [place, { parent }] of scene.uses.entries()) {
    const own = made[place]
    own?.position.set(...(placed[place]?.at ?? [0, 0, 0]))
    if (own && parent !== null) made[parent]?.add(own)
  }
  return made[0] ?? new Group()
}

/** A part in the middle of its own frame, named by its number; its geometry is shared. */
function partOf(
  scene: ItemScene,
  item: number,
  models: ReadonlyMap<string, Object3D>,
  box: Box3 | undefined,
): Object3D {
  const part = new Group()
  const told = scene.items[item]
  part.userData = { name: told ? `${told.itemNumber} ${told.name}` : '', item }
  const model = models.get(told?.model?.fileId ?? '')?.clone()
  if (model && box) {
    model.position.sub(box.getCenter(new Vector3()))
    // What the file calls its pieces are no parts of this structure.
    model.traverse((one) => {
      one.userData = { isPiece: true }
    })
    part.add(model)
  }
  return part
}
