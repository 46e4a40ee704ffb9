import { expect, test } from 'vitest'
import { eachOnce } from './each-once'
import type { Line } from './lines'

const line = (number: string, total: number, mark?: Line['mark']): Line => ({
  key: number,
  level: 1,
  relation: {
    id: `${number} ${total}`,
    parentId: 'top',
    item: { id: number, itemNumber: number, name: number, revision: 'A', type: 'Part', state: '' },
    quantity: total,
    findNumber: null,
    referenceDesignator: null,
  },
  total,
  mark,
})

test('each part stands once with the sum of all places, without what is removed', () => {
  const lines = [line('P-10', 0.1), line('P-9', 4), line('P-10', 0.2), line('P-9', 2, 'removed')]
  const told = (find: string) =>
    eachOnce(lines, find).map(({ item, total, places }) => [item.itemNumber, total, places])
  expect(told('')).toEqual([
    ['P-9', 4, 1],
    ['P-10', 0.3, 2],
  ])
  expect(told(' p-1')).toEqual([['P-10', 0.3, 2]])
})
