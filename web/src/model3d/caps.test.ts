import { BoxGeometry, Mesh, Plane, Scene, Vector3 } from 'three'
import { expect, test } from 'vitest'
import { Caps, crossed } from './caps'

function row() {
  const geometry = new BoxGeometry()
  return Array.from({ length: 500 }, (_, place) => {
    const mesh = new Mesh(geometry).translateX(place * 2)
    mesh.updateMatrixWorld()
    return mesh
  })
}

test('only parts that the plane crosses are counted, and none that is hidden', () => {
  const meshes = row()
  const plane = new Plane(new Vector3(-1, 0, 0), 20.2)
  expect([...crossed(meshes, plane).values()]).toEqual([[meshes[10]]])
  for (const mesh of meshes.slice(10, 11)) mesh.visible = false
  expect(crossed(meshes, plane).size).toBe(0)
  expect(
    crossed(meshes, new Plane(new Vector3(0, 0, -1), 0))
      .values()
      .next().value,
  ).toHaveLength(499)
})

test('a cap counts fronts and backs in two calls, wherever the plane goes', () => {
  const scene = new Scene()
  const plane = new Plane(new Vector3(-1, 0, 0), 20.2)
  const caps = new Caps(scene, row(), plane, 10)
  const counted = () => scene.children.filter((one) => one !== caps.cap && one.visible).length
  caps.refresh()
  expect(counted()).toBe(0)
  caps.cap.visible = true
  caps.refresh()
  expect(counted()).toBe(2)
  plane.constant = 21
  caps.refresh()
  expect(counted()).toBe(0)
  expect(scene.children).toHaveLength(3)
})
