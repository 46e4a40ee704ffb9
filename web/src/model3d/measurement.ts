/** Figures of what was clicked on a model: edges, faces, and what lies between them. */

import { Vector3 } from 'three'

export interface Measurement {
  kind: 'distance' | 'faces' | 'angle' | 'edge' | 'diameter'
  /** Millimetres, and degrees of an angle. */
  figure: number
}

/** A place that was clicked, with the face or the edge that it is on. */
export interface Pick {
  point: Vector3
  /** Of the face; at corners and edges none is meant. */
  normal?: Vector3
  edge?: Edge
}

export interface Edge {
  points: readonly Vector3[]
  isClosed: boolean
}

const MILLIMETRES = 1000
const SMOOTH = Math.cos(Math.PI / 6)
const PARALLEL = 0.9999
const LEAST_MM = 0.001
const ROUND = 0.02
const LEAST_OF_CIRCLE = 8

export function measured(picks: readonly Pick[]): Measurement[] {
  const [from, to] = picks
  if (!from) return []
  if (!to) return from.edge ? [sizeOf(from.edge)] : []
  const way = to.point.clone().sub(from.point)
  const distance: Measurement = { kind: 'distance', figure: way.length() * MILLIMETRES }
  if (!from.normal || !to.normal) return [distance]
  const likeness = Math.abs(from.normal.dot(to.normal))
  if (likeness < PARALLEL) {
    const angle = (Math.acos(likeness) * 180) / Math.PI
    return [distance, { kind: 'angle', figure: angle }]
  }
  const between = Math.abs(way.dot(from.normal)) * MILLIMETRES
  // Of places on one face only their own distance is of use.
  return between < LEAST_MM ? [distance] : [distance, { kind: 'faces', figure: between }]
}

/** The diameter of a circle, the length of every other edge. */
function sizeOf({ points, isClosed }: Edge): Measurement {
  const middle = points.reduce((sum, point) => sum.add(point), new Vector3())
  middle.divideScalar(points.length)
  const reaches = points.map((point) => point.distanceTo(middle))
  const mean = reaches.reduce((sum, reach) => sum + reach, 0) / reaches.length
  const isRound = reaches.every((reach) => Math.abs(reach - mean) <= mean * ROUND)
  if (isClosed && isRound && points.length >= LEAST_OF_CIRCLE) {
    return { kind: 'diameter', figure: 2 * mean * MILLIMETRES }
  }
  const after = isClosed ? [...points.slice(1), ...points.slice(0, 1)] : points.slice(1)
  const length = after.reduce((sum, point, place) => {
    return sum + point.distanceTo(points[place] ?? point)
  }, 0)
  return { kind: 'edge', figure: length * MILLIMETRES }
}

/** The whole edge that a piece belongs to: on through every joint that goes on smoothly. */
export function wholeEdge(pieces: readonly (readonly [Vector3, Vector3])[], seed: number): Edge {
  const joints = new Map<string, number[]>()
  for (const [place, ends] of pieces.entries()) {
    for (const end of ends) {
      const key = keyOf(end)
      joints.set(key, [...(joints.get(key) ?? []), place])
    }
  }
  const first = pieces[seed]
  if (!first) return { points: [], isClosed: false }
  const used = new Set([seed])
  const points = [...first]
  const grow = (): boolean => {
    const [before, last] = points.slice(-2)
    if (!before || !last) return false
    const way = last.clone().sub(before).normalize()
    for (const place of joints.get(keyOf(last)) ?? []) {
      const [a, b] = pieces[place] ?? []
      if (used.has(place) || !a || !b) continue
      const next = keyOf(a) === keyOf(last) ? b : a
      if (next.clone().sub(last).normalize().dot(way) < SMOOTH) continue
      used.add(place)
      points.push(next)
      return true
    }
    return false
  }
  for (const _ of [1, 2]) {
    while (grow());
    points.reverse()
  }
  const [start, end] = [points[0], points.at(-1)]
  const isClosed = points.length > 3 && start && end ? keyOf(start) === keyOf(end) : false
  return { points: isClosed ? points.slice(1) : points, isClosed }
}

/** One for all ends that meet, to a micrometre. */
function keyOf({ x, y, z }: Vector3): string {
  return [x, y, z].map((one) => Math.round(one * 1e6)).join(' ')
}
