import { expect, test } from 'vitest'
import { chosenOf, resolutionsOf, withChoice } from './conflict-choices'

const PLACE = { itemId: 'jaw', path: 'material', etag: 'a' }
const OTHER = { itemId: 'jaw', path: 'cost', etag: 'b' }

test('a side is chosen of the values that were seen, and again once another stands there', () => {
  const choices = withChoice({}, PLACE, 'theirs')
  expect(chosenOf(choices, PLACE)).toBe('theirs')
  expect(resolutionsOf([PLACE, OTHER], choices)).toEqual([
    { itemId: 'jaw', path: 'material', take: 'theirs', etag: 'a' },
  ])
  const moved = { ...PLACE, etag: 'c' }
  expect(chosenOf(choices, moved)).toBeUndefined()
  expect(resolutionsOf([moved], choices)).toEqual([])
})
