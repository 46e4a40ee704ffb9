/**
 * Pulls the parts of a model apart, each away from the middle of the assembly that it stands in: first
 * the assemblies of the top level, then what is in them, level by level.
 */

import { Box3, Matrix3, type Object3D, Vector3 } from 'three'

interface Moved {
  node: Object3D
  at: Vector3
  /** In the frame of its parent, at the full share. */
  way: Vector3
  /** How many are above it. */
  depth: number
}

const REACH = 1.4
const LEAST = 1e-6

export class Explosion {
  private readonly moved: Moved[]
  private share = 0
  /** The depths that come apart; an only child has no way to go. */
  private readonly depths: readonly number[]

  constructor(nodes: readonly Object3D[]) {
    const known = new Set(nodes)
    const middles = new Map(nodes.map((node) => [node, middleOf(node)]))
    const depthOf = new Map<Object3D, number>()
    this.moved = nodes.flatMap((node) => {
      const depth = (depthOf.get(node.parent as Object3D) ?? -1) + 1
      depthOf.set(node, depth)
      const middle = middles.get(node)
      const around = node.parent && known.has(node.parent) ? middles.get(node.parent) : undefined
      if (!node.parent || !middle || !around) return []
      const frame = new Matrix3().setFromMatrix4(node.parent.matrixWorld).invert()
      const way = middle.clone().sub(around).multiplyScalar(REACH).applyMatrix3(frame)
      return [{ node, at: node.position.clone(), way, depth }]
    })
    const least = Math.max(0, ...this.moved.map(({ way }) => way.length())) * LEAST
    const apart = this.moved.filter(({ way }) => way.length() > least)
    this.depths = [...new Set(apart.map(({ depth }) => depth))].sort((one, other) => one - other)
  }

  /** How many levels come apart one after another. */
  get levels(): number {
    return this.depths.length
  }

  set(share: number): void {
    this.share = share
    for (const { node, at, way, depth } of this.moved) {
      const done = share * this.levels - this.depths.indexOf(depth)
      node.position.copy(at).addScaledVector(way, Math.min(1, Math.max(0, done)))
      node.updateMatrix()
    }
    // Boxes are measured by the places in the world; of the parents too, which a box leaves as they are.
    this.moved[0]?.node.parent?.updateWorldMatrix(true, true)
  }

  /** What the work answers, which is done while all stands where it belongs. */
  together<T>(work: () => T): T {
    const { share } = this
    this.set(0)
    const answer = work()
    this.set(share)
    return answer
  }
}

function middleOf(node: Object3D): Vector3 | undefined {
  const box = new Box3().setFromObject(node)
  return box.isEmpty() ? undefined : box.getCenter(new Vector3())
}
