/** Pulls the parts of a model apart, each away from the middle of the assembly that it stands in. */

import { Box3, Matrix3, type Object3D, Vector3 } from 'three'

interface Moved {
  node: Object3D
  at: Vector3
  /** In the frame of its parent, at the full share. */
  way: Vector3
}

const REACH = 1.4

export class Explosion {
  private readonly moved: Moved[]

  constructor(nodes: readonly Object3D[]) {
    const known = new Set(nodes)
    const middles = new Map(nodes.map((node) => [node, middleOf(node)]))
    this.moved = nodes.flatMap((node) => {
      const middle = middles.get(node)
      const around = node.parent && known.has(node.parent) ? middles.get(node.parent) : undefined
      if (!node.parent || !middle || !around) return []
      const frame = new Matrix3().setFromMatrix4(node.parent.matrixWorld).invert()
      const way = middle.clone().sub(around).multiplyScalar(REACH).applyMatrix3(frame)
      return [{ node, at: node.position.clone(), way }]
    })
  }

  set(share: number): void {
    for (const { node, at, way } of this.moved) {
      node.position.copy(at).addScaledVector(way, share)
      node.updateMatrix()
    }
    // Boxes are measured by the places in the world; of the parents too, which a box leaves as they are.
    this.moved[0]?.node.parent?.updateWorldMatrix(true, true)
  }
}

function middleOf(node: Object3D): Vector3 | undefined {
  const box = new Box3().setFromObject(node)
  return box.isEmpty() ? undefined : box.getCenter(new Vector3())
}
