import { Box3, BoxGeometry, Group, Mesh } from 'three'
import { expect, test } from 'vitest'
import { Explosion } from './explosion'
import { shownBox } from './instances'

/** Two assemblies of two boxes each, along one line. */
function twoLevels() {
  const top = new Group()
  const meshes: Mesh[] = []
  const assemblies = [-10, 10].map((place) => {
    const assembly = new Group().translateX(place)
    const boxes = [-2, 2].map((at) => new Mesh(new BoxGeometry()).translateX(at))
    meshes.push(...boxes)
    return assembly.add(...boxes)
  })
  top.add(...assemblies)
  top.updateMatrixWorld()
  return { nodes: [top, ...assemblies, ...meshes], meshes, top }
}

test('a level with nothing beside each other takes none of the way', () => {
  const { nodes, top } = twoLevels()
  const over = new Group().add(top)
  over.updateMatrixWorld()
  expect(new Explosion([over, ...nodes]).levels).toBe(2)
  expect(new Explosion([over, top]).levels).toBe(0)
})

test('pulled apart, a model is measured where its assemblies are now', () => {
  const { nodes, meshes, top } = twoLevels()
  const explosion = new Explosion(nodes)
  const before = shownBox(meshes)
  explosion.set(1)
  const after = shownBox(meshes)
  // Away from the middle by 1.4 of the distance, the assemblies and the boxes in each.
  expect(after.max.x).toBeCloseTo(before.max.x + 1.4 * (10 + 2))
  expect(after.equals(new Box3().setFromObject(top))).toBe(true)
  // Half way the assemblies have gone all their way, and what is in them none.
  expect(explosion.levels).toBe(2)
  explosion.set(0.5)
  expect(shownBox(meshes).max.x).toBeCloseTo(before.max.x + 1.4 * 10)
  explosion.set(0)
  expect(shownBox(meshes).equals(before)).toBe(true)
})
