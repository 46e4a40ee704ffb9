import { expect, test } from 'vitest'
import { chosenOf, resolutionsOf, withChoice } from './conflict-choices'

const PLACE = { itemId: 'jaw', path: 'material', ours: 'copper', theirs: 'brass' }
const OTHER = { itemId: 'jaw', path: 'cost', ours: '1', theirs: '2' }

test('a side is chosen of the values that were seen, and again once another stands there', () => {
  const choices = withChoice({}, PLACE, 'theirs')
  expect(chosenOf(choices, PLACE)).toBe('theirs')
  expect(resolutionsOf([PLACE, OTHER], choices)).toEqual([
    { itemId: 'jaw', path: 'material', take: 'theirs' },
  ])
  const moved = { ...PLACE, theirs: 'zinc' }
  expect(chosenOf(choices, moved)).toBeUndefined()
  expect(resolutionsOf([moved], choices)).toEqual([])
})
