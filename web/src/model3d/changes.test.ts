import { expect, test } from 'vitest'
import { pastItems } from './changes'
import type { SceneItem } from './painting'

const item = (itemNumber: string) => ({ itemNumber, name: itemNumber }) as unknown as SceneItem

test('what is gone and what stood elsewhere is marked; what still stands somewhere is not', () => {
  const before = ['LID', 'BOLT', 'ARM', 'BASE'].map(item)
  const here = ['BOLT', 'ARM', 'BASE'].map(item)
  const marks = new Map([['ARM', 'moved'] as const, ['BASE', 'changed'] as const])
  const past = pastItems(before, here, { marks, removed: ['LID', 'BOLT'] })
  expect(past.map(({ itemNumber, change }) => [itemNumber, change])).toEqual([
    ['LID', 'removed'],
    ['BOLT', undefined],
    ['ARM', 'moved'],
    ['BASE', undefined],
  ])
})
