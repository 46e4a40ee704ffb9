import { expect, test } from 'vitest'
import { keepNoBlank } from './no-blank'

test.each([
  ['   ', ''],
  [' \n', ''],
  [' too thin ', ' too thin '],
])('%j is kept as %j', (value, kept) => {
  const currentTarget = { value }
  keepNoBlank({ currentTarget })
  expect(currentTarget.value).toBe(kept)
})
