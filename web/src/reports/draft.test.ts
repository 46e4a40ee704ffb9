import { expect, test } from 'vitest'
import type { Report } from '../api/reports'
import { bodyOf, draftOf, EMPTY, operatorsOf } from './draft'

const FIELDS = [
  { path: 'itemNumber', kind: 'text' },
  { path: 'parts.cost', kind: 'decimal' },
  { path: 'createdAt', kind: 'moment' },
]
const label = (path: string) => path.toUpperCase()

test('what is sent says for each column how it reads, and leaves empty filters out', () => {
  const filters = [
    { key: '0', path: 'parts.cost', operator: 'gt', value: '1,5' },
    { key: '1', path: 'itemNumber', operator: 'like', value: '  ' },
    { key: '2', path: 'itemNumber', operator: 'in', value: 'A, B,' },
    { key: '3', path: 'createdAt', operator: 'is_null', value: 'left over' },
  ]
  const paths = ['itemNumber', 'parts.cost', 'createdAt']
  const body = bodyOf({ ...EMPTY, name: ' Dear ', paths, filters }, FIELDS, label)
  expect(body.name).toBe('Dear')
  expect(body.columns.map(({ formatType }) => formatType)).toEqual(['text', 'number', 'datetime'])
  expect(body.filters.map(({ value, displayOrder }) => [value, displayOrder])).toEqual([
    [1.5, 0],
    [['A', 'B'], 1],
    [null, 2],
  ])
  expect(body.sorts).toEqual([{ fieldPath: 'itemNumber', direction: 'asc', priority: 0 }])
})

test('a report that is there comes back as it was', () => {
  const body = bodyOf({ ...EMPTY, name: 'Dear', sort: 'parts.cost:desc' }, FIELDS, label)
  const report = { ...body, sharedWithRoles: [], sharedWithUsers: [] } as unknown as Report
  expect(bodyOf(draftOf(report), FIELDS, label)).toEqual(body)
})

test('words are searched, figures are compared', () => {
  expect(operatorsOf('text')).toContain('like')
  expect(operatorsOf('decimal')).not.toContain('like')
  expect(operatorsOf('moment')).toContain('gte')
})
