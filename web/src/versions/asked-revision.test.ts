import { expect, test } from 'vitest'
import { placeOf } from './asked-revision'

const releases = [
  { revision: 'B', at: 'commit of B', label: 'B' },
  { revision: 'A', at: 'commit of A', label: 'A' },
]

test.each([
  ['a', 'commit of A'],
  ['B', 'here'],
  ['D', undefined],
])('revision %s is to be seen at %s', (asked, place) => {
  expect(placeOf({ asked, now: 'B', releases })).toBe(place)
})
