import { expect, test } from 'vitest'
import { fieldChanges } from './field-changes'

test('attributes change one by one', () => {
  const attributes = {
    from: { Value: '120R', Maker: 'X' },
    to: { Value: '150R', Maker: 'X', New: 'y' },
  }
  expect(fieldChanges({ name: { from: 'a', to: 'b' }, attributes })).toEqual([
    { name: 'name', from: 'a', to: 'b', isOwn: false },
    { name: 'Value', from: '120R', to: '150R', isOwn: true },
    { name: 'New', from: undefined, to: 'y', isOwn: true },
  ])
  expect(fieldChanges({ attributes: { from: null, to: { Value: '1' } } })).toHaveLength(1)
})
