/** The sharp edges of a model, drawn as thin lines on its faces. */

import {
  BufferAttribute,
  BufferGeometry,
  InterleavedBufferAttribute,
  LineBasicMaterial,
  LineSegments,
  type Mesh,
} from 'three'
import { trianglesOf } from './levels'
import { sharpEdges } from './sharp-edges'

const SHARP = Math.cos(Math.PI / 6)
/** Beyond this the lines cost more than they show. */
const MOST_TRIANGLES = 400_000

export const EDGE = new LineBasicMaterial({ color: '#10181a', transparent: true, opacity: 0.55 })

/** Draws the edges of the meshes, and answers those of geometries that are drawn all at once. */
export function edgesOf(
  meshes: readonly Mesh[],
  isInstanced: (mesh: Mesh) => boolean,
): ReadonlyMap<BufferGeometry, BufferGeometry> {
  const drawn = new Map<BufferGeometry, BufferGeometry>()
  let triangles = 0
  for (const mesh of meshes) {
    const { geometry } = mesh
    let edges = drawn.get(geometry)
    if (!edges) {
      triangles += trianglesOf(geometry)
      if (triangles > MOST_TRIANGLES) return drawn
      edges = linesOf(geometry)
      drawn.set(geometry, edges)
    }
    if (isInstanced(mesh)) continue
    const lines = new LineSegments(edges, EDGE)
    lines.raycast = () => {}
    mesh.add(lines)
  }
  return drawn
}

function linesOf({ attributes, index }: BufferGeometry): BufferGeometry {
  const at = { positions: packed(attributes.position), index: index?.array ?? null }
  const lines = new BufferGeometry()
  lines.setAttribute('position', new BufferAttribute(sharpEdges(at, SHARP), 3))
  return lines
}

/** The places one after another; in small files each has room for a fourth number. */
export function packed(
  places: BufferGeometry['attributes'][string] | undefined,
): ArrayLike<number> {
  if (!places) return []
  if (!(places instanceof InterleavedBufferAttribute)) return places.array
  const { count, offset, data } = places
  const all = new Float32Array(count * 3)
  for (let place = 0; place < count; place += 1) {
    const from = place * data.stride + offset
    for (let axis = 0; axis < 3; axis += 1) all[place * 3 + axis] = data.array[from + axis] ?? 0
  }
  return all
}
