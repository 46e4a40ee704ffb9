import { expect, test, vi } from 'vitest'
import { formatDecimal, formatNumber, formatShort, formatWhen } from './format'

test('a narrow figure has four significant digits, and all before the point', () => {
  expect(formatShort('0.0851526394817')).toBe('0.08515')
  expect(formatShort('12.5')).toBe('12.5')
  expect(formatShort('1234567.891')).toBe('1,234,568')
  expect(formatShort('many')).toBe('many')
})

test('small whole figures are written without a formatter, as it would write them', () => {
  const written = [0, 7, 999].map((one) => [
    one,
    one.toLocaleString('en'),
    one.toLocaleString('de'),
  ])
  const made = vi.spyOn(Intl, 'NumberFormat')
  for (const [one, ...told] of written) {
    expect([formatDecimal(`${one}.000`), formatNumber(one as number)]).toEqual(told)
  }
  expect(made).not.toHaveBeenCalled()
  made.mockRestore()
  expect([formatDecimal('1000.0'), formatDecimal('-4'), formatNumber(0.5)]).toEqual([
    '1,000',
    '-4',
    '0.5',
  ])
})

test('a formatter is made once for many figures and dates', () => {
  const made = vi.spyOn(Intl, 'NumberFormat')
  const dates = vi.spyOn(Intl, 'DateTimeFormat')
  for (let one = 0; one < 50; one += 1) {
    formatDecimal(one + 0.125)
    formatWhen('2020-01-02T03:04:05Z')
  }
  expect(made).toHaveBeenCalledTimes(1)
  expect(dates).toHaveBeenCalledTimes(1)
  expect(formatWhen('soon')).toBe('soon')
})
