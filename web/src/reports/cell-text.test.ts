import { expect, it } from 'vitest'
import { widthOf } from './cell-text'

it('leaves room for the heading of a figure', () => {
  const summed = { aggregate: 'count', formatType: 'number' } as never as Parameters<
    typeof widthOf
  >[0]
  const wide = (label: string) => widthOf({ ...summed, label })
  expect(wide('Cost')).toBe(110)
  expect(wide('Cost, number')).toBeGreaterThanOrEqual(116)
  expect(wide('A heading '.repeat(20))).toBe(260)
})
