/** Figures of what was clicked on a model: edges, faces, and what lies between them. */

import type { Vector3 } from 'three'

type OfOne = 'edge' | 'diameter' | 'radius'
type OfTwo =
  | 'distance'
  | 'centres'
  | 'faces'
  | 'angle'
  | 'edges'
  | 'edgeAngle'
  | 'toFace'
  | 'toEdge'
type Kind = OfOne | OfTwo

export interface Measurement {
  kind: Kind
  /** Millimetres, and degrees of angles. */
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
/** Of the angle of two pieces of one straight edge. */
const STILL = Math.cos(Math.PI / 720)
/** How much longer the longer of two neighbours on a curve may be. */
const ALIKE = 2.5
const PARALLEL = 0.9999
const LEAST_MM = 0.001
/** As shares of a radius, and of the lengths of two sides. */
const ROUND = 0.02
const STRAIGHT = 1e-4
const LEAST_OF_ARC = 6
/** The cosine of an angle that is nearly a right one. */
const LEVEL = 0.001

export function measured(picks: readonly Pick[]): Measurement[] {
  const [from, to] = picks
  if (!from) return []
  if (!to) return from.edge ? [sizeOf(from.edge)] : []
  const [one, other] = [meantBy(from), meantBy(to)]
  const way = other.at.clone().sub(one.at)
  const distance: Measurement = { kind: 'distance', figure: way.length() * MILLIMETRES }
  if (one.isCentre && other.isCentre) return [{ ...distance, kind: 'centres' }]
  if (one.normal && other.normal) return betweenFaces(distance, way, one.normal, other.normal)
  const normal = one.normal ?? other.normal
  const along = one.along ?? other.along
  if (one.along && other.along) return betweenEdges(distance, way, one.along, other.along)
  if (normal && (!along || Math.abs(along.dot(normal)) < LEVEL)) {
    return beside(distance, 'toFace', Math.abs(way.dot(normal)))
  }
  if (along && !normal) return beside(distance, 'toEdge', way.cross(along).length())
  return [distance]
}

/** A distance that does not depend on where exactly was clicked, before the one that does. */
function beside(distance: Measurement, kind: Kind, metres: number): Measurement[] {
  const figure = metres * MILLIMETRES
  return figure < LEAST_MM ? [distance] : [{ kind, figure }, distance]
}

function betweenFaces(distance: Measurement, way: Vector3, one: Vector3, other: Vector3) {
  return angled(distance, 'angle', one, other) ?? beside(distance, 'faces', Math.abs(way.dot(one)))
}

function betweenEdges(distance: Measurement, way: Vector3, one: Vector3, other: Vector3) {
  const apart = way.clone().cross(one).length()
  return angled(distance, 'edgeAngle', one, other) ?? beside(distance, 'edges', apart)
}

/** The angle of what is not parallel. */
function angled(distance: Measurement, kind: Kind, one: Vector3, other: Vector3) {
  const likeness = Math.abs(one.dot(other))
  if (likeness >= PARALLEL) return null
  return [{ kind, figure: (Math.acos(likeness) * 180) / Math.PI }, distance]
}

/** What a pick stands for: the middle of a circle, a straight edge, a flat face, or a place. */
interface Meant {
  at: Vector3
  isCentre?: boolean
  along?: Vector3
  normal?: Vector3
}

function meantBy({ point, normal, edge }: Pick): Meant {
  if (!edge) return { at: point, normal }
  const centre = centreOf(edge.points)
  if (centre) return { at: centre, isCentre: true }
  const [start, end] = [edge.points[0], edge.points.at(-1)]
  if (edge.isClosed || !start || !end) return { at: point }
  const along = end.clone().sub(start).normalize()
  const isStraight = edge.points.every((one) => {
    return one.clone().sub(start).cross(along).length() * MILLIMETRES < LEAST_MM
  })
  return isStraight ? { at: point, along } : { at: point }
}

/** The middle of the circle that the places lie on, however they are spread on it. */
function centreOf(points: readonly Vector3[]): Vector3 | null {
  const third = Math.floor(points.length / 3)
  const [a, b, c] = [points[0], points[third], points[2 * third]]
  if (points.length < LEAST_OF_ARC || !a || !b || !c) return null
  const [u, v] = [b.clone().sub(a), c.clone().sub(a)]
  const upright = u.clone().cross(v)
  const span = 2 * upright.lengthSq()
  if (Math.sqrt(span) <= u.length() * v.length() * STRAIGHT) return null
  const outward = upright.clone().cross(u).multiplyScalar(v.lengthSq())
  outward.add(v.clone().cross(upright).multiplyScalar(u.lengthSq()))
  const centre = outward.divideScalar(span).add(a)
  const radius = centre.distanceTo(a)
  const isRound = points.every((one) => {
    const isFlat = Math.abs(one.clone().sub(a).dot(upright)) <= radius * ROUND * upright.length()
    return isFlat && Math.abs(one.distanceTo(centre) - radius) <= radius * ROUND
  })
  return isRound ? centre : null
}

/** The diameter of a circle, the radius of an arc, the length of every other edge. */
function sizeOf({ points, isClosed }: Edge): Measurement {
  const centre = centreOf(points)
  if (centre) {
    // Places in files are rounded: all together are nearer to the truth than one.
    const reach = points.reduce((sum, point) => sum + point.distanceTo(centre), 0)
    const radius = (reach / points.length) * MILLIMETRES
    return isClosed ? { kind: 'diameter', figure: 2 * radius } : { kind: 'radius', figure: radius }
  }
  const after = isClosed ? [...points.slice(1), ...points.slice(0, 1)] : points.slice(1)
  const length = after.reduce((sum, point, place) => {
    return sum + point.distanceTo(points[place] ?? point)
  }, 0)
  return { kind: 'edge', figure: length * MILLIMETRES }
}

/** Whether an edge goes on: smoothly, and not from a straight piece into the short ones of an arc. */
function goesOn(piece: Vector3, next: Vector3): boolean {
  const likeness = piece.dot(next) / (piece.length() * next.length())
  if (likeness >= STILL) return true
  const lengths = [piece.length(), next.length()]
  return likeness >= SMOOTH && Math.max(...lengths) < ALIKE * Math.min(...lengths)
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
    const way = last.clone().sub(before)
    for (const place of joints.get(keyOf(last)) ?? []) {
      const [a, b] = pieces[place] ?? []
      if (used.has(place) || !a || !b) continue
      const next = keyOf(a) === keyOf(last) ? b : a
      if (!goesOn(way, next.clone().sub(last))) continue
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
