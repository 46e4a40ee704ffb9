import { expect, test } from 'vitest'
import { suggestPassword } from './passwords'

test('suggested passwords can be read out, differ, and use every letter', () => {
  const made = Array.from({ length: 200 }, suggestPassword)
  expect(new Set(made).size).toBe(200)
  for (const password of made)
    expect(password).toMatch(/^([a-hjkmnp-z2-9]{5}-){3}[a-hjkmnp-z2-9]{5}$/)
  expect(new Set(made.join('')).size).toBe(31 + 1)
})
