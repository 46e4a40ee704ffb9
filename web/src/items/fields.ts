/** The fields of each type of item: what they are called, how they read, how they are edited. */

import { choicesOf, type Declared, declared, type FieldOf } from '../api/declared'
import type { ItemRow, ItemType } from '../api/items'
import { formatBytes } from '../kit/bytes'
import { formatDate, formatDecimal, formatMoney, formatShort } from '../kit/format'
import { wordOf } from '../kit/i18n'
import { t } from './texts'

export type AnyItem = ItemRow

export interface ItemField {
  /** The name on the wire. */
  name: FieldName
  kind: Declared['kind']
  choices?: readonly string[]
  maxLength?: number
  width: number
  isExtra?: boolean
  isReadOnly?: boolean
  /** One of the attributes that people name themselves. */
  isAttribute?: boolean
  /** Whether its values are few enough to count. */
  isFacet?: boolean
  show?: (item: AnyItem) => string
  /** As it reads in a narrow column, where that is another way. */
  short?: (item: AnyItem) => string
  /** The field that says what its figure is in. */
  unit?: 'weightUnit' | 'costCurrency'
}

export type FieldName = Exclude<Parameters<typeof t>[0], ItemType | 'allItems' | 'search'>

export function rawValue(item: AnyItem, name: string): unknown {
  return (item as unknown as Record<string, unknown>)[name]
}

/** An attribute as a field like any other. */
export function attributeField(name: string): ItemField {
  return { name: name as FieldName, kind: 'text', width: 0, isAttribute: true }
}

export function attributesOf(item: AnyItem): Readonly<Record<string, string>> {
  return (item.attributes ?? {}) as Record<string, string>
}

export function valueAt(item: AnyItem, field: ItemField): unknown {
  return field.isAttribute ? attributesOf(item)[field.name] : rawValue(item, field.name)
}

export function plainText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'object' && 'name' in value) return String(value.name)
  return String(value)
}

export function fieldText(item: AnyItem, field: ItemField): string {
  if (field.show) return field.show(item)
  const value = valueAt(item, field)
  if (field.kind === 'date') return formatDate(plainText(value))
  if (field.kind === 'number') return formatDecimal(plainText(value))
  return isWord(field) ? valueLabel(plainText(value)) : plainText(value)
}

/** Whether its values are words of this application, not of people. */
function isWord({ kind, name }: ItemField): boolean {
  return kind === 'choice' || name === 'status'
}

/** One of a field's choices as it is shown; units stay as they are written. */
export function valueLabel(value: string): string {
  const word = wordOf(value)
  return word.length > 3 || value === 'low' ? word.charAt(0).toUpperCase() + word.slice(1) : word
}

/** A figure with its unit, nothing where there is no figure. */
function withUnit(figure: string, unit: string, format: (value: string) => string) {
  return (item: AnyItem) => {
    const value = plainText(rawValue(item, figure))
    return value && `${format(value)} ${plainText(rawValue(item, unit))}`
  }
}

/** Weights of drawn parts have as many digits as the kernel works out. */
const WEIGHT = {
  show: withUnit('weight', 'weightUnit', formatDecimal),
  short: withUnit('weight', 'weightUnit', formatShort),
}

function money(item: AnyItem): string {
  const cost = plainText(rawValue(item, 'cost'))
  return cost && formatMoney(cost, plainText(rawValue(item, 'costCurrency')))
}

function days(item: AnyItem): string {
  const value = rawValue(item, 'leadTime')
  return value === null || value === undefined ? '' : t('leadTimeDays', { count: Number(value) })
}

/** How fields are shown; what they hold is the server's word. */
type Look = Omit<ItemField, 'kind' | 'choices' | 'maxLength'>

function fieldsLike<S extends ItemType>(
  type: S,
  looks: readonly (Look & { name: FieldName & FieldOf<S> })[],
): readonly ItemField[] {
  return looks.map((look) => {
    const { kind, maxLength, ...told } = declared(type, look.name)
    const choices = kind === 'choice' ? choicesOf(told as Declared) : undefined
    return { ...look, kind, maxLength, choices, isFacet: look.isFacet ?? kind === 'choice' }
  })
}

const FIELDS: Readonly<Record<ItemType, readonly ItemField[]>> = {
  Part: fieldsLike('Part', [
    { name: 'partType', width: 110 },
    { name: 'material', width: 130, isFacet: true },
    { name: 'weight', width: 104, unit: 'weightUnit', ...WEIGHT },
    { name: 'cost', width: 120, unit: 'costCurrency', show: money },
    { name: 'leadTime', width: 96, isExtra: true, show: days },
    { name: 'unitOfMeasure', width: 70, isExtra: true, isFacet: true },
    { name: 'quantityOnHand', width: 90, isExtra: true },
    { name: 'location', width: 120, isExtra: true, isFacet: true },
  ]),
  Document: fieldsLike('Document', [
    { name: 'docType', width: 130 },
    { name: 'fileName', width: 240, isReadOnly: true },
    { name: 'fileSize', width: 90, isReadOnly: true, show: sizeOf },
  ]),
  Requirement: fieldsLike('Requirement', [
    { name: 'requirementType', width: 120 },
    { name: 'priority', width: 90 },
    { name: 'status', width: 110, isFacet: true },
    { name: 'category', width: 120, isFacet: true },
    { name: 'verificationMethod', width: 130, isExtra: true },
    { name: 'source', width: 130, isExtra: true },
    { name: 'rationale', width: 240, isExtra: true },
    { name: 'acceptanceCriteria', width: 240, isExtra: true },
  ]),
  Task: fieldsLike('Task', [
    { name: 'assignee', width: 150 },
    { name: 'dueDate', width: 110 },
    { name: 'priority', width: 90 },
    { name: 'estimatedHours', width: 90, isExtra: true },
    { name: 'actualHours', width: 90, isExtra: true },
  ]),
  Issue: fieldsLike('Issue', [
    { name: 'severity', width: 90 },
    { name: 'priority', width: 90 },
    { name: 'assignee', width: 150 },
    { name: 'reportedDate', width: 110 },
    { name: 'category', width: 120 },
    { name: 'resolution', width: 220, isExtra: true },
    { name: 'rootCause', width: 220, isExtra: true },
  ]),
}

function sizeOf(item: AnyItem): string {
  const size = rawValue(item, 'fileSize')
  return typeof size === 'number' ? formatBytes(size) : ''
}

export const DESCRIPTION: ItemField = {
  name: 'description',
  kind: 'long',
  width: 260,
  isExtra: true,
}

export function fieldsOf(type: string | undefined): readonly ItemField[] {
  return FIELDS[type as ItemType] ?? []
}

/** The name of a field that some type has; undefined for others. */
export function knownLabel(name: string): string | undefined {
  const all = [DESCRIPTION, ...Object.values(FIELDS).flat()]
  const field = all.find((one) => one.name === name)
  if (field) return t(field.name)
  return name === 'name' || name === 'state' || name === 'revision' ? t(name) : undefined
}

export function fieldLabel(field: ItemField): string {
  return field.isAttribute ? field.name : t(field.name)
}
