/** What a column may sum up, and what comes of it; pure. */

import type { ReportField } from '../api/reports'

/** What stands before the name of a free attribute in a path. */
export const ATTRIBUTES = 'attributes.'

export const AGGREGATES = ['count', 'distinct', 'sum', 'average', 'minimum', 'maximum'] as const
export type AggregateName = (typeof AGGREGATES)[number]

/** The kind of an attribute that is defined as a number: a text, perhaps with its unit behind it. */
export const MEASURE = 'measure'
const FIGURES = ['decimal', 'number', 'integer', MEASURE]

export function fieldKind(fields: readonly ReportField[], path: string): string {
  return fields.find((field) => field.path === path)?.kind ?? 'text'
}

export function isFigureKind(kind: string): boolean {
  return FIGURES.includes(kind)
}

export function aggregatesOf(kind: string): readonly AggregateName[] {
  if (isFigureKind(kind)) return AGGREGATES
  const isOrdered = ['text', 'user', 'date', 'moment'].includes(kind)
  return isOrdered ? ['count', 'distinct', 'minimum', 'maximum'] : ['count', 'distinct']
}

/** The name that rows have the value under. */
export function aggregateKey(path: string, aggregate: string): string {
  return aggregate ? `${aggregate}(${path})` : path
}

export function resultKind(kind: string, aggregate: string): string {
  if (aggregate === 'count' || aggregate === 'distinct') return 'integer'
  if (kind === MEASURE) return aggregate ? 'decimal' : 'text'
  return aggregate === 'average' && kind === 'integer' ? 'number' : kind
}
