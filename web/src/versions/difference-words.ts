/** Values and names of differences in the reader's words; pure but for the language. */

import type { ItemDifference } from '../api/versions'
import { formatDecimal } from '../kit/format'
import { type FieldChange, fieldChanges } from './field-changes'
import { fieldPercent, figureText, type Unit } from './figures'
import { t } from './texts'
import english from './texts.en.json'

type Key = Parameters<typeof t>[0]

/** The label of a field, or its name on the wire as words. */
export function fieldLabel(name: string): string {
  const key = `field_${name}`
  if (key in english) return t(key as Key)
  if (name.startsWith('attributes.')) return name.slice('attributes.'.length)
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A field's value: a figure as the reader's region writes it, text as it is. */
export function fieldText(name: string, value: unknown, unit?: Unit): string {
  return figureText(name, value, unit) ?? valueText(value)
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

const UNIT_FIELDS: Readonly<Record<string, string>> = {
  weightUnit: 'weight',
  costCurrency: 'cost',
}

interface FieldRow {
  name: string
  label: string
  from: string
  to: string
  more: string
}

/** Changed fields as they are shown; a unit stands with its figure where that changes too. */
export function fieldRows(changes: {
  fields: Readonly<Record<string, FieldChange>>
  units: Readonly<Record<string, FieldChange>>
}): FieldRow[] {
  const { fields, units } = changes
  return fieldChanges(fields)
    .filter(({ name, isOwn }) => isOwn || !((UNIT_FIELDS[name] ?? '') in units))
    .map(({ name, isOwn, from, to }) => {
      const unit = isOwn ? undefined : units[name]
      const sides = [unit?.from as Unit, unit?.to as Unit] as const
      return {
        name,
        label: isOwn ? name : fieldLabel(name),
        from: fieldText(name, from, sides[0]),
        to: fieldText(name, to, sides[1]),
        more: isOwn ? '' : fieldPercent(name, from, to, sides),
      }
    })
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
export function rowsOf({ fields, units, bom, files }: ItemDifference): DifferenceRow[] {
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
    more: fieldPercent(key.split(' ').at(-1) ?? '', from, to),
  })
  return [
    ...fieldRows({ fields, units }).map(
      ({ name, label, from, to, more }): DifferenceRow => ({
        key: name,
        sign: '~',
        what: label,
        from,
        to,
        more,
      }),
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
