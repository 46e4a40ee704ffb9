import { expect, test } from 'vitest'
import { reached, usedRows } from './used-rows'

const use = (number: string, childItemNumber: string, level: number, isTopLevel = false) => ({
  level,
  item: { id: number, itemNumber: number, name: number },
  isTopLevel,
  quantity: '1',
  childItemNumber,
})

test('each assembly stands below what it contains, and its own ways up once', () => {
  // By level, as the server tells it.
  const parents = [
    use('BASE', 'SCREW', 1),
    use('WRIST', 'SCREW', 1),
    use('ARM', 'BASE', 2),
    use('ARM', 'WRIST', 2),
    use('ROBOT', 'ARM', 3, true),
  ]
  const told = usedRows('SCREW', parents).map(
    ({ parent, depth, isRepeated }) =>
      `${depth} ${parent.item.itemNumber}${isRepeated ? ' again' : ''}`,
  )
  expect(told).toEqual(['1 BASE', '2 ARM', '3 ROBOT', '1 WRIST', '2 ARM again'])
})

test('what would contain itself ends', () => {
  expect(usedRows('A', [use('B', 'A', 1), use('A', 'B', 2)])).toHaveLength(2)
})

test('what a change reaches is told once, the nearest first, without what it names itself', () => {
  const used = [
    {
      item: { itemNumber: 'GRIPPER' },
      parents: [use('ARM', 'GRIPPER', 1), use('ROBOT', 'ARM', 2)],
    },
    {
      item: { itemNumber: 'JAW' },
      parents: [use('GRIPPER', 'JAW', 1), use('ARM', 'GRIPPER', 2), use('BENCH', 'JAW', 1)],
    },
  ]
  const told = reached(used).map(({ item, level }) => `${level} ${item.itemNumber}`)
  expect(told).toEqual(['1 ARM', '1 BENCH', '2 ROBOT'])
})
