import { expect, test } from 'vitest'
import { layOut, type Placed, type Use } from './layout'

const SIZES: Record<number, readonly [number, number, number]> = { 2: [2, 1, 1], 3: [1, 3, 1] }
const sizeOf = (item: number) => SIZES[item] ?? null

/** The corners of a use in the frame of its assembly. */
function span({ at, size }: Placed, axis: 0 | 1 | 2): [number, number] {
  return [at[axis] - size[axis] / 2, at[axis] + size[axis] / 2]
}

test('parts of an assembly stand beside each other, within the room that it takes', () => {
  const uses: Use[] = [
    { item: 0, parent: null },
    { item: 1, parent: 0 },
    { item: 2, parent: 0 },
    ...Array.from({ length: 5 }, () => ({ item: 3, parent: 1 })),
  ]
  const placed = layOut(uses, sizeOf)
  const [top, sub] = placed
  for (const [parent, group] of [
    [top, placed.slice(1, 3)],
    [sub, placed.slice(3)],
  ] as const) {
    for (const one of group) {
      for (const axis of [0, 1, 2] as const) {
        const [low, high] = span(one, axis)
        const half = (parent?.size[axis] ?? 0) / 2 + 1e-9
        expect(low >= -half && high <= half).toBe(true)
      }
      for (const other of group) {
        if (other === one) continue
        const isApart = ([0, 2] as const).some((axis) => {
          const [low, high] = span(one, axis)
          const [from, to] = span(other, axis)
          return high <= from + 1e-9 || to <= low + 1e-9
        })
        expect(isApart).toBe(true)
      }
    }
  }
})

test('a model stands alone as it is, and nothing takes no room', () => {
  expect(layOut([{ item: 2, parent: null }], sizeOf)).toEqual([{ at: [0, 0, 0], size: [2, 1, 1] }])
  expect(layOut([{ item: 0, parent: null }], sizeOf)[0]?.size).toEqual([0, 0, 0])
})
