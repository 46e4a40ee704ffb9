import { BoxGeometry, Group, InstancedMesh, Mesh, MeshBasicMaterial } from 'three'
import { expect, test } from 'vitest'
import { Instances } from './instances'

const STEEL = new MeshBasicMaterial()
const PICKED = new MeshBasicMaterial()

function fiveThousand() {
  const scene = new Group()
  const [bolt, nut, lid] = [new BoxGeometry(), new BoxGeometry(), new BoxGeometry()]
  const meshes = Array.from({ length: 5000 }, (_, place) => {
    const mesh = new Mesh(place % 2 ? bolt : nut, STEEL)
    mesh.position.x = place
    return mesh
  })
  meshes.push(new Mesh(lid, STEEL))
  scene.add(...meshes)
  scene.updateMatrixWorld()
  return { scene, meshes, instances: new Instances(scene, meshes) }
}

test('many uses of few meshes are drawn by few calls', () => {
  const { scene, meshes, instances } = fiveThousand()
  instances.refresh(new Map())
  expect(instances.calls).toBe(2)
  const counts = () => scene.children.map((one) => (one instanceof InstancedMesh ? one.count : 0))
  expect(counts().reduce((sum, one) => sum + one)).toBe(5000)
  expect(meshes.filter((mesh) => instances.has(mesh))).toHaveLength(5000)
  // What is hidden is not drawn, what is picked is drawn apart.
  for (const mesh of meshes.slice(0, 10)) mesh.visible = false
  for (const mesh of meshes.slice(10, 12)) mesh.material = PICKED
  instances.refresh(new Map())
  expect(counts().filter(Boolean)).toEqual([2494, 2494, 1, 1])
})

test('what is mirrored is drawn by itself', () => {
  const scene = new Group()
  const box = new BoxGeometry()
  const meshes = [1, 1, -1].map((scale) => new Mesh(box, STEEL).translateX(scale))
  meshes[2]?.scale.set(-1, 1, 1)
  scene.add(...meshes)
  scene.updateMatrixWorld()
  const instances = new Instances(scene, meshes)
  expect(meshes.map((mesh) => instances.has(mesh))).toEqual([true, true, false])
})
