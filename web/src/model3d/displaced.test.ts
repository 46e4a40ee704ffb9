import { BoxGeometry, Mesh, type Object3D } from 'three'
import { expect, test } from 'vitest'
import { displacedIn, placedAs } from './displaced'

const put = (x: number, { turn = 0, length = 4 } = {}) => {
  const mesh = new Mesh(new BoxGeometry(length, 2, 1)).translateX(x).rotateZ(turn)
  mesh.updateMatrixWorld()
  return mesh
}
const placed = (parts: readonly (readonly [string, Object3D])[]) =>
  parts.map(([key, node]) => placedAs(key, node))

test('what stands elsewhere, is turned or of another size is found, use by use', () => {
  const before = placed([
    ['rod', put(0)],
    ['bolt', put(10)],
    ['bolt', put(20)],
    ['lid', put(30)],
    ['cap', put(40)],
    ['gone', put(50)],
  ])
  const now = placed([
    ['new', put(60)],
    ['bolt', put(20)],
    ['bolt', put(12)],
    ['rod', put(0)],
    ['lid', put(30, { length: 5 })],
    ['cap', put(40, { turn: 0.4 })],
  ])
  const [ofNow, ofBefore] = displacedIn(now, before)
  expect([...ofNow]).toEqual([
    [2, 'moved'],
    [4, 'changed'],
    [5, 'moved'],
  ])
  expect([...ofBefore]).toEqual([
    [1, 'moved'],
    [3, 'changed'],
    [4, 'moved'],
  ])
})

test('one more or fewer of the same has not moved, and triangles may differ a little', () => {
  const before = placed([['bolt', put(0)]])
  const now = placed([
    ['bolt', put(100)],
    ['bolt', put(0.001, { length: 4.001 })],
  ])
  const [ofNow, ofBefore] = displacedIn(now, before)
  expect(ofNow.size + ofBefore.size).toBe(0)
})
