import { expect, it } from 'vitest'
import { cellText, widthOf } from './cell-text'

it('writes a share as files do: times 100, to two places', () => {
  const text = (value: unknown) => cellText(value, { formatType: 'percentage' })
  expect(text('0.12345')).toBe('12.35 %')
  expect(text('12.5')).toBe('1,250 %')
})

it('leaves room for the heading of a figure', () => {
  const summed = { aggregate: 'count', formatType: 'number' } as never as Parameters<
    typeof widthOf
  >[0]
  const wide = (label: string) => widthOf({ ...summed, label })
  expect(wide('Cost')).toBe(110)
  expect(wide('Cost, number')).toBeGreaterThanOrEqual(116)
  expect(wide('A heading '.repeat(20))).toBe(260)
})
