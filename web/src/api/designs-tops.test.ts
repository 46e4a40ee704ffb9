import { expect, test } from 'vitest'
import { topIds } from './designs-tops'

const lines = [
  { sourceId: 'leg', targetId: 'screw' },
  { sourceId: 'table', targetId: 'leg' },
  { sourceId: 'chair', targetId: 'leg' },
]

test('what is in no line itself stands at the top', () => {
  expect(topIds(lines)).toEqual(['table', 'chair'])
})

test('where lines are left out, what only seems to stand at the top is not named', () => {
  expect(topIds(lines, 3)).toBeNull()
})
