/** Values and names of differences in the reader's words; pure but for the language. */

import type { ItemDifference } from '../api/versions'
import { formatDecimal, formatNumber } from '../kit/format'
import { fieldChanges } from './field-changes'
import { t } from './texts'
import english from './texts.en.json'

type Key = Parameters<typeof t>[0]

/** The label of a field, or its name on the wire as words. */
export function fieldLabel(name: string): string {
  const key = `field_${name}`
  if (key in english) return t(key as Key)
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Exact figures come as text. */
const FIGURES = new Set(['weight', 'cost', 'quantity', 'quantityOnHand', 'leadTime'])

/** A field's value: a figure as the reader's region writes it, text as it is. */
export function fieldText(name: string, value: unknown): string {
  return FIGURES.has(name) && isFigure(value) ? formatDecimal(value as string) : valueText(value)
}

export function valueText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return formatDecimal(value)
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (value === 'present') return t('there')
  if (Array.isArray(value)) return value.map(valueText).filter(Boolean).join(', ')
  if (typeof value !== 'object') return String(value)
  const record = value as Record<string, unknown>
  if ('quantity' in record) return lineText(record)
  for (const key of ['name', 'originalFileName', 'itemNumber']) {
    if (typeof record[key] === 'string') return withVersion(record[key], record.version)
  }
  return Object.entries(record)
    .filter(([, one]) => one !== null && one !== '')
    .map(([key, one]) => `${key}: ${valueText(one)}`)
    .join(', ')
}

function withVersion(name: string, version: unknown): string {
  return typeof version === 'number' ? `${name}, ${t('fileVersion', { version })}` : name
}

function lineText(line: Record<string, unknown>): string {
  const { quantity, findNumber, referenceDesignator } = line
  return [
    `${valueText(quantity)}×`,
    typeof findNumber === 'number' ? t('find', { number: findNumber }) : '',
    typeof referenceDesignator === 'string' ? referenceDesignator : '',
  ]
    .filter(Boolean)
    .join(', ')
}

/** `+17 %` between two figures, nothing between others. */
export function percent(from: unknown, to: unknown): string {
  if (!isFigure(from) || !isFigure(to) || Number(from) === 0) return ''
  const change = Math.round(((Number(to) - Number(from)) / Math.abs(Number(from))) * 100)
  return change === 0 ? '' : `${change > 0 ? '+' : ''}${formatNumber(change)} %`
}

function isFigure(value: unknown): boolean {
  if (typeof value === 'number') return true
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
}

export interface DifferenceRow {
  key: string
  sign: '+' | '−' | '~'
  what: string
  code?: string
  from: string
  to: string
  more: string
}

/** All that differs of an item, as rows: fields, lines, files. */
export function rowsOf({ fields, bom, files }: ItemDifference): DifferenceRow[] {
  const row = (
    key: string,
    sign: DifferenceRow['sign'],
    [what, code]: readonly [string, string?],
    from: unknown,
    to: unknown,
  ): DifferenceRow => ({
    key,
    sign,
    what,
    code,
    from: fieldText(key.split(' ').at(-1) ?? '', from),
    to: fieldText(key.split(' ').at(-1) ?? '', to),
    more: sign === '~' ? percent(from, to) : '',
  })
  return [
    ...fieldChanges(fields).map(({ name, isOwn, from, to }) =>
      row(name, '~', [isOwn ? name : fieldLabel(name)], from, to),
    ),
    ...bom.changed.flatMap((line) =>
      Object.entries(line.changes).map(([name, { from, to }]) =>
        row(`${line.itemNumber} ${name}`, '~', [fieldLabel(name), line.itemNumber], from, to),
      ),
    ),
    ...bom.removed.map((line) =>
      row(`- ${line.itemNumber}`, '−', [t('line'), line.itemNumber], line, null),
    ),
    ...bom.added.map((line) =>
      row(`+ ${line.itemNumber}`, '+', [t('line'), line.itemNumber], null, line),
    ),
    ...files.versioned.map((file) => row(file.fileId, '~', [t('file')], file.from, file.to)),
    ...files.removed.map((file) => row(`- ${file.fileId}`, '−', [t('file')], file, null)),
    ...files.added.map((file) => row(`+ ${file.fileId}`, '+', [t('file')], null, file)),
  ]
}
