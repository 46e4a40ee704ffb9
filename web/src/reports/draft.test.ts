import { expect, test } from 'vitest'
import type { Found, Report } from '../api/reports'
import { formatDateTime } from '../kit/format'
import { replaceTexts } from '../kit/i18n'
import { aggregatesOf, fieldKind } from './aggregates'
import { cellText } from './cell-text'
import { chartData } from './chart-data'
import { attributeFields, bodyOf, type Draft, draftOf, EMPTY, operatorsOf } from './draft'

const FIELDS = [
  { path: 'itemNumber', kind: 'text', isShownOnly: false },
  { path: 'parts.cost', kind: 'decimal', isShownOnly: false },
  { path: 'createdAt', kind: 'moment', isShownOnly: false },
]
const label = (path: string, aggregate: string) => `${path} ${aggregate}`.trim().toUpperCase()

function columnsOf(...keys: [string, string?][]): Draft['columns'] {
  return keys.map(([path, aggregate = ''], key) => ({ key: String(key), path, aggregate }))
}

test('what is sent says for each column how it reads, and leaves empty filters out', () => {
  const filters = [
    { key: '0', path: 'parts.cost', operator: 'gt', value: '1,5' },
    { key: '1', path: 'itemNumber', operator: 'like', value: '  ' },
    { key: '2', path: 'itemNumber', operator: 'in', value: 'A, B,' },
    { key: '3', path: 'createdAt', operator: 'is_null', value: 'left over' },
    { key: '4', path: 'parts.cost', operator: 'between', value: '1', upTo: '2' },
    { key: '5', path: 'parts.cost', operator: 'between', value: '1', upTo: '' },
  ]
  const columns = columnsOf(['itemNumber'], ['parts.cost'], ['createdAt'])
  const body = bodyOf({ ...EMPTY, name: ' Dear ', columns, filters }, FIELDS, label)
  expect(body.name).toBe('Dear')
  expect(body.columns.map(({ formatType }) => formatType)).toEqual(['text', 'number', 'datetime'])
  expect(
    body.filters.map(({ value, value2, displayOrder }) => [value, value2, displayOrder]),
  ).toEqual([
    [1.5, undefined, 0],
    [['A', 'B'], undefined, 1],
    [null, undefined, 2],
    [1, 2, 3],
  ])
  expect(body.sorts).toEqual([{ fieldPath: 'itemNumber', direction: 'asc', priority: 0 }])
})

test('a report that is there comes back as it was, whatever the page has no control for', () => {
  const columns = columnsOf(['itemNumber'], ['parts.cost', 'sum'])
  const sorts = ['sum(parts.cost):desc', 'itemNumber:asc', 'createdAt:asc']
  const chart = { kind: 'bar', label: 'itemNumber', value: 'sum(parts.cost)' } as const
  const body = bodyOf({ ...EMPTY, name: 'Dear', columns, sorts, chart }, FIELDS, label)
  expect(body.sorts.map(({ fieldPath, aggregate }) => [fieldPath, aggregate])).toEqual([
    ['parts.cost', 'sum'],
    ['itemNumber', undefined],
  ])
  const own = { label: 'Mine', isVisible: false, width: 90, formatType: 'currency' as const }
  const report = {
    ...body,
    columns: [body.columns[0], { ...body.columns[1], ...own }],
    sharedWithRoles: ['Viewer'],
  } as unknown as Report
  const { columns: kept, ...rest } = bodyOf(draftOf(report), FIELDS, label)
  expect(rest).toEqual({ ...body, columns: undefined, sharedWithRoles: ['Viewer'] })
  expect(kept[1]).toEqual({ ...body.columns[1], ...own })
})

test('words are searched, figures are compared and summed up', () => {
  expect(operatorsOf('text')).toContain('like')
  expect(operatorsOf('decimal')).not.toContain('like')
  expect(operatorsOf('moment')).toContain('gte')
  expect(aggregatesOf('text')).not.toContain('sum')
  expect(aggregatesOf('integer')).toContain('average')
})

test('a pie of many slices has one for the rest', () => {
  const [itemNumber, cost] = bodyOf(
    { ...EMPTY, columns: columnsOf(['itemNumber'], ['parts.cost']) },
    FIELDS,
    label,
  ).columns
  const rows = Array.from({ length: 10 }, (_, at) => ({
    itemNumber: `P${at}`,
    'parts.cost': '0.1',
  }))
  const found = { columns: [itemNumber, cost], rows, totalRows: 10 } as unknown as Found
  const chart = { kind: 'pie', label: 'itemNumber', value: 'parts.cost' } as const
  const data = chartData(chart, found)
  expect(data.labels).toHaveLength(8)
  expect(data.values.at(-1)).toBe(0.3)
  expect(chartData({ ...chart, kind: 'bar' }, found).values).toHaveLength(10)
})

test('a moment is told as one where a column says nothing of its format', () => {
  const shown = cellText('2026-11-21T09:30:59.999Z', { formatType: 'text' })
  expect(shown).toBe(formatDateTime('2026-11-21T09:30:59.999Z'))
  expect(cellText('2026-11-21T', { formatType: 'text' })).toBe('2026-11-21T')
})

test('a figure of a filter stands in its field as it would be typed', () => {
  replaceTexts('de', {})
  const filters = [{ key: '0', path: 'parts.cost', operator: 'gt', value: '1,125' }]
  const body = bodyOf({ ...EMPTY, name: 'Dear', filters }, FIELDS, label)
  expect(body.filters[0]?.value).toBe(1.125)
  expect(draftOf({ ...body, sharedWithRoles: [] } as unknown as Report).filters[0]?.value).toBe(
    '1,125',
  )
  replaceTexts('en', {})
})

test('attributes of any name are sorted by, and stay where nothing has them any more', () => {
  const path = 'attributes.Supplier: first (main)'
  const draft = { ...EMPTY, columns: columnsOf(['itemNumber']), sorts: [`${path}:desc`] }
  const fields = attributeFields(draft, { attributes: ['Finish'], measures: [] })
  expect(fields.map((field) => field.path)).toEqual(['attributes.Finish', path])
  const body = bodyOf(draft, fields, label)
  expect(body.sorts).toEqual([{ fieldPath: path, direction: 'desc', priority: 0 }])
  expect(draftOf(body as unknown as Report).sorts).toEqual([`${path}:desc`])
})

test('an attribute that is defined as a number is summed up, compared as one, and shown as it stands', () => {
  const path = 'attributes.Play'
  const known = { attributes: ['Play'], measures: ['Play'] }
  const filters = [{ key: '1', path, operator: 'gte', value: '1.5' }]
  const columns = [path, path].map((one, at) => ({
    key: String(at),
    path: one,
    aggregate: at ? 'sum' : '',
  }))
  const draft = { ...EMPTY, columns, filters }
  const fields = attributeFields(draft, known)
  expect(aggregatesOf(fieldKind(fields, path))).toContain('average')
  const body = bodyOf(draft, fields, label)
  expect(body.columns.map(({ formatType }) => formatType)).toEqual(['text', 'number'])
  expect(body.filters[0]?.value).toBe(1.5)
})
