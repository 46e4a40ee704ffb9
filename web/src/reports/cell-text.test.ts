import { expect, it } from 'vitest'
import { cellText, widthOf } from './cell-text'

it('writes a share as files do: times 100, to two places', () => {
  const text = (value: unknown) => cellText(value, { formatType: 'percentage' })
  expect(text('0.12345')).toBe('12.35 %')
  expect(text('12.5')).toBe('1,250 %')
})

it('writes prices to their cent, and an average in the digits that say something', () => {
  const cost = { formatType: 'number', fieldPath: 'parts.cost' } as const
  expect(cellText('1', { ...cost, aggregate: 'sum' })).toBe('1.00')
  expect(cellText('0.0125', cost)).toBe('0.0125')
  expect(cellText(3, { ...cost, aggregate: 'count' })).toBe('3')
  const mean = (value: string) => cellText(value, { ...cost, aggregate: 'average' })
  expect(mean('25.384615384615')).toBe('25.38')
  expect(mean('0.333333333333')).toBe('0.3333')
  expect(mean('12345.678')).toBe('12,346')
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
