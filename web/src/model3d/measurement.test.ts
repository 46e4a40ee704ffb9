import { Vector3 } from 'three'
import { expect, test } from 'vitest'
import { measured, wholeEdge } from './measurement'

const at = (x: number, y: number, z = 0) => new Vector3(x, y, z)
const UP = at(0, 0, 1)

test('faces that are parallel have a distance of their own, others an angle', () => {
  const from = { point: at(0, 0, 0), normal: UP }
  const [straight, between] = measured([from, { point: at(0.003, 0, 0.004), normal: at(0, 0, -1) }])
  expect(straight).toEqual({ kind: 'distance', figure: 5 })
  expect(between).toEqual({ kind: 'faces', figure: 4 })
  const slope = measured([from, { point: at(1, 0, 0), normal: at(0, 1, 1).normalize() }])[1]
  expect(slope?.kind).toBe('angle')
  expect(slope?.figure).toBeCloseTo(45)
  expect(measured([from, { point: at(0, 0, 0.004) }])).toEqual([{ kind: 'distance', figure: 4 }])
  const beside = measured([from, { point: at(0.004, 0, 0), normal: UP }])
  expect(beside).toEqual([{ kind: 'distance', figure: 4 }])
  expect(measured([from])).toEqual([])
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
