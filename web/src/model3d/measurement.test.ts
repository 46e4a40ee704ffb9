import { Vector3 } from 'three'
import { expect, test } from 'vitest'
import { measured, wholeEdge } from './measurement'

const at = (x: number, y: number, z = 0) => new Vector3(x, y, z)
const UP = at(0, 0, 1)

test('faces that are parallel have a distance of their own, others an angle', () => {
  const from = { point: at(0, 0, 0), normal: UP }
  expect(measured([from, { point: at(0.003, 0, 0.004), normal: at(0, 0, -1) }])).toEqual([
    { kind: 'faces', figure: 4 },
    { kind: 'distance', figure: 5 },
  ])
  const slope = measured([from, { point: at(1, 0, 0), normal: at(0, 1, 1).normalize() }])[0]
  expect(slope?.kind).toBe('angle')
  expect(slope?.figure).toBeCloseTo(45)
  expect(measured([from, { point: at(0, 0.003, 0.004) }])[0]).toEqual({ kind: 'toFace', figure: 4 })
  const beside = measured([from, { point: at(0.004, 0, 0), normal: UP }])
  expect(beside).toEqual([{ kind: 'distance', figure: 4 }])
  expect(measured([from])).toEqual([])
})

test('two edges tell what lies between them, wherever on them was clicked', () => {
  const edge = (...points: Vector3[]) => ({ points, isClosed: false })
  const one = { point: at(0.001, 0), edge: edge(at(0, 0), at(0.05, 0)) }
  const other = { point: at(0.031, 0.02), edge: edge(at(0.05, 0.02), at(0, 0.02)) }
  const [between, distance] = measured([one, other])
  expect(between?.kind).toBe('edges')
  expect(between?.figure).toBeCloseTo(20)
  expect(distance?.kind).toBe('distance')
  expect(measured([one, { point: at(0.03, 0.02) }])[0]).toEqual({ kind: 'toEdge', figure: 20 })
  const across = measured([one, { point: at(0, 0.01), edge: edge(at(0, 0), at(0, 0.02)) }])[0]
  expect(across).toEqual({ kind: 'edgeAngle', figure: 90 })
  const over = measured([{ point: at(0, 0, 0.007), normal: UP }, one])[0]
  expect(over?.kind).toBe('toFace')
  expect(over?.figure).toBeCloseTo(7)
})

test('circles tell how far their centres are apart, however their corners are spread', () => {
  const circle = (x: number, radius: number) => {
    // Half of it in fine steps, half in coarse ones.
    const turns = [...Array(24).keys()].map((step) => (step < 16 ? step / 32 : (step - 8) / 16))
    const points = turns.map((turn) => {
      return at(x + radius * Math.cos(turn * 2 * Math.PI), radius * Math.sin(turn * 2 * Math.PI))
    })
    return { point: points[5] ?? UP, edge: { points, isClosed: true } }
  }
  const [between, ...more] = measured([circle(0, 0.005), circle(0.04, 0.003)])
  expect(between?.kind).toBe('centres')
  expect(between?.figure).toBeCloseTo(40)
  expect(more).toEqual([])
  expect(measured([circle(0, 0.005)])[0]?.figure).toBeCloseTo(10)
})

test('a side of a plate with round corners is straight, its corner has a radius', () => {
  const arc = [...Array(7).keys()].map((step) => {
    const turn = (step * Math.PI) / 12
    return at(0.05 + 0.005 * Math.sin(turn), 0.005 - 0.005 * Math.cos(turn))
  })
  const all = [at(0, 0), ...arc, at(0.055, 0.03)]
  const pieces = all.slice(1).map((point, place) => [all[place] ?? point, point] as const)
  const side = measured([{ point: at(0, 0), edge: wholeEdge(pieces, 0) }])[0]
  expect(side?.kind).toBe('edge')
  expect(side?.figure).toBeCloseTo(50)
  const corner = measured([{ point: at(0, 0), edge: wholeEdge(pieces, 3) }])[0]
  expect(corner?.kind).toBe('radius')
  expect(corner?.figure).toBeCloseTo(5)
})

test('a circle tells its diameter, a slot and a straight edge their lengths', () => {
  const round = Array.from({ length: 24 }, (_, place) => {
    const turn = (place * Math.PI) / 12
    return at(0.005 * Math.cos(turn), 0.005 * Math.sin(turn))
  })
  const pieces = round.map((a, place) => [a, round[(place + 1) % 24] ?? a] as const)
  const circle = measured([{ point: at(0, 0), edge: wholeEdge(pieces, 7) }])[0]
  expect(circle?.kind).toBe('diameter')
  expect(circle?.figure).toBeCloseTo(10)
  // A straight edge of two pieces ends where another turns off.
  const corner = [
    [at(0, 0), at(0.01, 0)],
    [at(0.02, 0), at(0.01, 0)],
    [at(0.02, 0), at(0.02, 0.01)],
  ] as const
  const straight = measured([{ point: at(0, 0), edge: wholeEdge(corner, 1) }])[0]
  expect(straight?.kind).toBe('edge')
  expect(straight?.figure).toBeCloseTo(20)
})
