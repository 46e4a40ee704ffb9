import { Box3, PerspectiveCamera, Vector3 } from 'three'
import { expect, test } from 'vitest'
import { distanceFor, standBeside } from './framing'

const BOXES = [
  [2, 1, 1],
  [1, 30, 2],
  [40, 0.1, 30],
] as const
const WAYS = [
  [0, 0, 1],
  [0, 1, 0],
  [1, 0.9, 1.2],
] as const

test('the whole box is in the picture, and reaches nearly to its edge', () => {
  for (const sizes of BOXES) {
    for (const direction of WAYS) {
      const middle = new Vector3(5, -3, 2)
      const box = new Box3().setFromCenterAndSize(middle, new Vector3(...sizes))
      const camera = new PerspectiveCamera(35, 1.4, 0.01, 1000)
      const way = new Vector3(...direction).normalize()
      camera.position.copy(middle).addScaledVector(way, distanceFor(box, way, camera))
      camera.lookAt(middle)
      camera.updateMatrixWorld()
      camera.updateProjectionMatrix()
      let reach = 0
      for (let corner = 0; corner < 8; corner += 1) {
        const signs = new Vector3(corner & 1, corner & 2 ? 1 : 0, corner & 4 ? 1 : 0)
        const at = box.min.clone().lerp(box.max, 0)
        at.add(box.getSize(new Vector3()).multiply(signs)).project(camera)
        reach = Math.max(reach, Math.abs(at.x), Math.abs(at.y))
      }
      expect(reach).toBeLessThan(0.97)
      expect(reach).toBeGreaterThan(0.9)
    }
  }
})

test('a model that grows takes as much of the picture as before, and so does one that shrinks', () => {
  const camera = new PerspectiveCamera(35, 1.4, 0.01, 1000)
  const before = new Box3().setFromCenterAndSize(new Vector3(1, 2, 3), new Vector3(2, 1, 1))
  const after = new Box3().setFromCenterAndSize(new Vector3(2, 2, 3), new Vector3(6, 5, 1))
  const way = new Vector3(1, 0.9, 1.2).normalize()
  const target = new Vector3(1, 2, 3)
  const position = target.clone().addScaledVector(way, distanceFor(before, way, camera))
  const grown = standBeside({ position, target }, before, after, camera)
  expect(grown.target.distanceTo(new Vector3(2, 2, 3))).toBeCloseTo(0)
  expect(grown.position.distanceTo(grown.target)).toBeCloseTo(distanceFor(after, way, camera))
  const again = standBeside(grown, after, before, camera)
  expect(again.position.distanceTo(position)).toBeCloseTo(0)
  const none = new Box3(target, target)
  expect(standBeside({ position, target }, none, none, camera).position).toBe(position)
})
