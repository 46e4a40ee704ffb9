import { BoxGeometry, CylinderGeometry, EdgesGeometry, TorusKnotGeometry } from 'three'
import { expect, test } from 'vitest'
import { sharpEdges } from './sharp-edges'

const rounded = (all: ArrayLike<number>) =>
  Array.from(all, (one) => Math.round(one * 1000) + 0).sort()
const COSINE = Math.cos(Math.PI / 6)

test.each([
  ['a box', new BoxGeometry(20, 30, 40, 2, 3, 4), 4 * (2 + 3 + 4)],
  ['a cylinder', new CylinderGeometry(10, 10, 40, 64), 128],
  ['a tube that is open', new CylinderGeometry(10, 10, 40, 48, 2, true), 96],
  ['a knot', new TorusKnotGeometry(10, 3, 200, 24), 0],
])('%s has the edges that are seen', (_, geometry, count) => {
  const at = {
    positions: geometry.attributes.position?.array ?? [],
    index: geometry.index?.array ?? null,
  }
  const lines = sharpEdges(at, COSINE)
  expect(lines.length / 6).toBe(count)
  const known = new EdgesGeometry(geometry, 30).attributes.position?.array ?? []
  expect(rounded(lines)).toEqual(rounded(known))
})

test('parts as small as a grain of sand keep theirs', () => {
  const { attributes, index } = new BoxGeometry(2e-5, 3e-5, 4e-5)
  const at = { positions: attributes.position?.array ?? [], index: index?.array ?? null }
  expect(sharpEdges(at, COSINE).length / 6).toBe(12)
})

test('what is no triangle has no edges', () => {
  expect(sharpEdges({ positions: [0, 0, 0, 1, 0, 0, 2, 0, 0], index: null }, COSINE)).toHaveLength(
    0,
  )
  expect(sharpEdges({ positions: [], index: null }, COSINE)).toHaveLength(0)
})
