import { expect, test } from 'vitest'
import { pastItems, reshapedItems } from './changes'
import type { SceneItem } from './painting'

const item = (itemNumber: string) => ({ itemNumber, name: itemNumber }) as unknown as SceneItem

test('what is gone and what stood elsewhere is marked; what still stands somewhere is not', () => {
  const before = ['LID', 'BOLT', 'ARM', 'BASE'].map(item)
  const here = ['BOLT', 'ARM', 'BASE'].map(item)
  const marks = new Map([['ARM', 'moved'] as const, ['BASE', 'changed'] as const])
  const past = pastItems(before, here, { marks, removed: ['LID', 'BOLT'] }, new Set())
  expect(past.map(({ itemNumber, change }) => [itemNumber, change])).toEqual([
    ['LID', 'removed'],
    ['BOLT', undefined],
    ['ARM', 'moved'],
    ['BASE', undefined],
  ])
})

test('what is of another shape is known by its own model, and its former shape is marked', () => {
  const drawn = (itemNumber: string, digest: string | null) =>
    ({ itemNumber, model: digest && { digest } }) as unknown as SceneItem
  const before = [drawn('TOP', null), drawn('PLATE', 'old'), drawn('PIN', 'same')]
  const here = [drawn('TOP', null), drawn('PLATE', 'new'), drawn('PIN', 'same'), drawn('NUT', 'n')]
  const reshaped = reshapedItems(here, before)
  expect([...reshaped]).toEqual(['PLATE'])
  const past = pastItems(before, here, { marks: new Map(), removed: [] }, reshaped)
  expect(past.map(({ change }) => change)).toEqual([undefined, 'changed', undefined])
})
