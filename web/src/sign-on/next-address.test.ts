import { expect, test } from 'vitest'
import { nextAddress } from './next-address'

test('goes back to where one was', () => {
  expect(nextAddress('/items/PN-1/files?at=main')).toBe('/items/PN-1/files?at=main')
})

test.each([
  undefined,
  '',
  'https://evil.test',
  '//evil.test',
  '/\\evil.test',
  '/\t/evil.test',
  '/login',
])('does not leave the application for %s', (wanted) => {
  expect(nextAddress(wanted)).toBe('/')
})
