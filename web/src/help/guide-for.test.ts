import { expect, test } from 'vitest'
import { guideFor } from './guide-for'
import { guideOf } from './guides'

test.each([
  ['/', 'first-change'],
  ['/items/H-1/structure', 'structures'],
  ['/items/H-1', 'items'],
  ['/admin/workflows/1', 'workflows'],
  ['/admin/people', 'users-and-tokens'],
  ['/designs/X/commits/abc', 'branches-and-locks'],
])('of %s tells the guide %s, which is served', (path, name) => {
  expect(guideFor(path)).toBe(name)
  expect(guideOf(name)?.title).toBeTruthy()
})
