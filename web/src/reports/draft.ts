/** A report while it is built; pure. */

import type {
  Report,
  ReportAttributes,
  ReportColumn,
  ReportDraft,
  ReportField,
} from '../api/reports'
import { readFigure, typedFigure } from '../kit/figures'
import {
  ATTRIBUTES,
  aggregateKey,
  fieldKind,
  isFigureKind,
  MEASURE,
  resultKind,
} from './aggregates'

export interface DraftFilter {
  /** Tells filters apart while they are edited. */
  key: string
  path: string
  operator: string
  value: string
  /** The upper end, where a range is asked for. */
  upTo?: string
}

export interface DraftColumn {
  /** Tells columns apart while they are edited. */
  key: string
  path: string
  /** Empty for the value itself. */
  aggregate: string
  /** As it was saved, where it was: headings, formats and widths are kept. */
  saved?: ReportColumn
}

export interface DraftChart {
  /** Empty for none. */
  kind: '' | 'bar' | 'line' | 'pie'
  label: string
  value: string
}

export interface Draft {
  name: string
  description: string
  itemType: string
  isPublic: boolean
  roles: readonly string[]
  people: readonly string[]
  columns: readonly DraftColumn[]
  filters: readonly DraftFilter[]
  /** Such as `name:asc` and `sum(parts.cost):desc`, the first one first. */
  sorts: readonly string[]
  chart: DraftChart
}

const NO_CHART: DraftChart = { kind: '', label: '', value: '' }
const FIRST_PATHS = ['itemNumber', 'name', 'revision', 'state']

export const EMPTY: Draft = {
  name: '',
  description: '',
  itemType: 'Part',
  isPublic: false,
  roles: [],
  people: [],
  columns: FIRST_PATHS.map((path) => ({ key: path, path, aggregate: '' })),
  filters: [],
  sorts: ['itemNumber:asc'],
  chart: NO_CHART,
}

const WORDS = [
  'eq',
  'ne',
  'like',
  'not_like',
  'starts_with',
  'ends_with',
  'in',
  'not_in',
  'is_null',
  'is_not_null',
] as const
const FIGURES = [
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'between',
  'in',
  'not_in',
  'is_null',
  'is_not_null',
] as const

export type OperatorName = (typeof WORDS)[number] | (typeof FIGURES)[number]

export function isWords(kind: string): boolean {
  return kind === 'text' || kind === 'user' || kind === 'id'
}

export function operatorsOf(kind: string): readonly OperatorName[] {
  return isWords(kind) ? WORDS : FIGURES
}

export function needsValue(operator: string): boolean {
  return !operator.endsWith('_null')
}

export function takesSeveral(operator: string): boolean {
  return operator === 'in' || operator === 'not_in'
}

export function isGrouped({ columns }: Pick<Draft, 'columns'>): boolean {
  return columns.some(({ aggregate }) => aggregate !== '')
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'number' ? typedFigure(String(value)) : String(value ?? '')
}

/** The draft of a report that is there. */
export function draftOf(report: Report): Draft {
  return {
    name: report.name,
    description: report.description ?? '',
    itemType: report.itemType,
    isPublic: report.isPublic,
    roles: report.sharedWithRoles,
    people: report.sharedWithUsers,
    columns: report.columns.map((saved, index) => ({
      key: String(index),
      path: saved.fieldPath,
      aggregate: saved.aggregate ?? '',
      saved,
    })),
    filters: report.filters.map(({ fieldPath, operator, value, value2 }, index) => ({
      key: String(index),
      path: fieldPath,
      operator,
      value: textOf(value),
      ...(operator === 'between' && { upTo: textOf(value2) }),
    })),
    sorts: report.sorts.map(
      (sort) => `${aggregateKey(sort.fieldPath, sort.aggregate ?? '')}:${sort.direction}`,
    ),
    chart: report.chart ? { ...report.chart } : NO_CHART,
  }
}

const FORMATS: Readonly<Record<string, ReportColumn['formatType']>> = {
  decimal: 'number',
  number: 'number',
  integer: 'number',
  date: 'date',
  moment: 'datetime',
}

type Labels = (path: string, aggregate: string) => string

/** What is sent: filters that nobody filled in yet are left out, and so is what no column has. */
export function bodyOf(draft: Draft, fields: readonly ReportField[], labelOf: Labels): ReportDraft {
  const kindOf = (path: string) => fieldKind(fields, path)
  const columns = draft.columns.map((column, displayOrder) =>
    sentColumn(column, displayOrder, kindOf(column.path), labelOf),
  )
  const keys = draft.columns.map(({ path, aggregate }) => aggregateKey(path, aggregate))
  const sorts = draft.sorts
    .map(readSort)
    .filter(({ key, aggregate }) => (isGrouped(draft) ? keys.includes(key) : !aggregate))
  const { chart } = draft
  const isDrawn = chart.kind !== '' && keys.includes(chart.label) && keys.includes(chart.value)
  return {
    name: draft.name.trim(),
    description: draft.description.trim() || null,
    itemType: draft.itemType,
    isPublic: draft.isPublic,
    sharedWithRoles: draft.roles,
    sharedWithUsers: draft.people,
    columns,
    filters: draft.filters.filter(isFilledIn).map((filter, displayOrder) => ({
      fieldPath: filter.path,
      operator: filter.operator,
      value: sentValue(filter.operator, filter.value, kindOf(filter.path)),
      ...(filter.operator === 'between' && {
        value2: sentValue('lte', filter.upTo ?? '', kindOf(filter.path)),
      }),
      displayOrder,
    })),
    sorts: sorts.map(({ path, aggregate, direction }, priority) => ({
      fieldPath: path,
      direction,
      priority,
      ...(aggregate && { aggregate }),
    })),
    chart: isDrawn && chart.kind ? { ...chart, kind: chart.kind } : null,
  }
}

function isFilledIn({ operator, value, upTo }: DraftFilter): boolean {
  if (operator === 'between') return value.trim() !== '' && (upTo ?? '').trim() !== ''
  return !needsValue(operator) || value.trim() !== ''
}

/** What people call their own: those that items have, and those of a draft that nothing has any more. */
export function attributeFields(
  draft: Draft,
  { attributes, measures }: ReportAttributes,
): ReportField[] {
  const used = [
    ...[...draft.columns, ...draft.filters].map(({ path }) => path),
    ...draft.sorts.map((sort) => readSort(sort).path),
  ].filter((path) => path.startsWith(ATTRIBUTES))
  const paths = new Set([...attributes.map((name) => ATTRIBUTES + name), ...used])
  const numbers = new Set(measures.map((name) => ATTRIBUTES + name))
  return [...paths].map((path) => {
    const kind = numbers.has(path) ? MEASURE : 'text'
    return { path, kind, isShownOnly: false }
  })
}

export function readSort(sort: string) {
  // The name of an attribute may have a colon.
  const [, key = '', direction] = /^(.*):(\w+)$/.exec(sort) ?? []
  const [, aggregate = '', inner] = /^(\w+)\((.+)\)$/.exec(key) ?? []
  const isDown = direction === 'desc'
  return { key, path: inner ?? key, aggregate, direction: isDown ? 'desc' : 'asc' } as const
}

function sentColumn(
  { path, aggregate, saved }: DraftColumn,
  displayOrder: number,
  kind: string,
  labelOf: Labels,
): ReportDraft['columns'][number] {
  const isSame = saved !== undefined && (saved.aggregate ?? '') === aggregate
  const format = FORMATS[resultKind(kind, aggregate)] ?? 'text'
  return {
    fieldPath: path,
    label: isSame ? saved.label : labelOf(path, aggregate),
    displayOrder,
    isVisible: saved?.isVisible ?? true,
    formatType: isSame ? saved.formatType : format,
    ...(saved?.width && { width: saved.width }),
    ...(aggregate && { aggregate }),
  }
}

/** Figures go as figures; one that is none goes as it is, and the server says what is wrong. */
function sentValue(operator: string, value: string, kind: string): unknown {
  if (!needsValue(operator)) return null
  const isFigure = isFigureKind(kind)
  const sent = (text: string, figure: string | null) =>
    isFigure && figure !== null && Number.isFinite(Number(figure)) ? Number(figure) : text
  // Between several a comma parts them, so each has a point.
  if (takesSeveral(operator)) {
    const parts = value.split(',').map((text) => text.trim())
    return parts.filter((part) => part !== '').map((part) => sent(part, part))
  }
  return sent(value.trim(), readFigure(value))
}
