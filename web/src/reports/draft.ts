/** A report while it is built; pure. */

import type { Report, ReportDraft, ReportField } from '../api/reports'

export interface DraftFilter {
  /** Tells filters apart while they are edited. */
  key: string
  path: string
  operator: string
  value: string
}

export interface Draft {
  name: string
  description: string
  itemType: string
  isPublic: boolean
  paths: readonly string[]
  filters: readonly DraftFilter[]
  /** Such as `name:asc`; empty for none. */
  sort: string
}

const FIRST_PATHS = ['itemNumber', 'name', 'revision', 'state']

export const EMPTY: Draft = {
  name: '',
  description: '',
  itemType: 'Part',
  isPublic: false,
  paths: FIRST_PATHS,
  filters: [],
  sort: 'itemNumber:asc',
}

const WORDS = [
  'eq',
  'ne',
  'like',
  'not_like',
  'starts_with',
  'in',
  'is_null',
  'is_not_null',
] as const
const FIGURES = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'is_null', 'is_not_null'] as const

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

/** The draft of a report that is there. */
export function draftOf(report: Report): Draft {
  const [sort] = report.sorts
  return {
    name: report.name,
    description: report.description ?? '',
    itemType: report.itemType,
    isPublic: report.isPublic,
    paths: report.columns.filter(({ isVisible }) => isVisible).map(({ fieldPath }) => fieldPath),
    filters: report.filters.map(({ fieldPath, operator, value }, index) => ({
      key: String(index),
      path: fieldPath,
      operator,
      value: Array.isArray(value) ? value.join(', ') : String(value ?? ''),
    })),
    sort: sort ? `${sort.fieldPath}:${sort.direction}` : '',
  }
}

const FORMATS: Readonly<Record<string, Report['columns'][number]['formatType']>> = {
  decimal: 'number',
  number: 'number',
  integer: 'number',
  date: 'date',
  moment: 'datetime',
}

/** What is sent: filters that nobody filled in yet are left out. */
export function bodyOf(
  draft: Draft,
  fields: readonly ReportField[],
  labelOf: (path: string) => string,
): ReportDraft {
  const kinds = new Map(fields.map(({ path, kind }) => [path, kind]))
  const filters = draft.filters.filter(
    ({ operator, value }) => !needsValue(operator) || value.trim() !== '',
  )
  const [path, direction] = draft.sort.split(':')
  return {
    name: draft.name.trim(),
    description: draft.description.trim() || null,
    itemType: draft.itemType,
    isPublic: draft.isPublic,
    columns: draft.paths.map((fieldPath, displayOrder) => ({
      fieldPath,
      label: labelOf(fieldPath),
      displayOrder,
      isVisible: true,
      formatType: FORMATS[kinds.get(fieldPath) ?? ''] ?? 'text',
    })),
    filters: filters.map((filter, displayOrder) => ({
      fieldPath: filter.path,
      operator: filter.operator,
      value: sentValue(filter, kinds.get(filter.path) ?? 'text'),
      displayOrder,
    })),
    sorts: path
      ? [{ fieldPath: path, direction: direction === 'desc' ? 'desc' : 'asc', priority: 0 }]
      : [],
  }
}

/** Figures go as figures; one that is none goes as it is, and the server says what is wrong. */
function sentValue({ operator, value }: DraftFilter, kind: string): unknown {
  if (!needsValue(operator)) return null
  const one = (text: string) => {
    const figure = Number(text.replace(',', '.'))
    const isFigure = ['decimal', 'number', 'integer'].includes(kind)
    return isFigure && text !== '' && Number.isFinite(figure) ? figure : text
  }
  if (operator === 'in') {
    return value
      .split(',')
      .map((text) => one(text.trim()))
      .filter((part) => part !== '')
  }
  return one(value.trim())
}
