import { expect, test, vi } from 'vitest'
import { batchUpdate } from '../api/batch'
import type { Column } from '../kit/grid/columns'
import type { AnyItem } from './fields'
import { saveCells } from './save-cells'

vi.mock('../api/batch', () => ({
  batchUpdate: vi.fn(async () => []),
  seenStates: async () => new Map([['1', { id: '1', modifiedAt: 'now', etag: '"a"' }]]),
}))

test('a cell takes what another one shows, with its unit', async () => {
  const row = { id: '1', modifiedAt: 'now', costCurrency: 'CAD' } as AnyItem
  const cells = { weight: '12 g', cost: '$ 3', leadTime: '2 weeks' }
  const changes = Object.entries(cells).map(([id, value]) => {
    return { row, column: { id } as Column<AnyItem>, value }
  })
  await saveCells(changes, {}, { 'Idempotency-Key': 'k' })
  const told = { weight: '12', weightUnit: 'g', cost: '3', costCurrency: 'CAD', leadTime: 14 }
  expect(vi.mocked(batchUpdate).mock.calls[0]?.[0].items).toEqual([
    { id: '1', ifMatch: '"a"', changes: told },
  ])
})
