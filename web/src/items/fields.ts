/** The fields of each type of item: what they are called, how they read, how they are edited. */

import type { ItemRow, ItemType } from '../api/items'
import { formatBytes, formatDate, formatDecimal, formatMoney } from '../kit/format'
import { t } from './texts'

export type AnyItem = ItemRow

export interface ItemField {
  /** The name on the wire. */
  name: FieldName
  kind: 'text' | 'long' | 'number' | 'choice' | 'date' | 'person'
  choices?: readonly string[]
  width: number
  isExtra?: boolean
  isReadOnly?: boolean
  /** Whether its values are few enough to count. */
  isFacet?: boolean
  show?: (item: AnyItem) => string
}

const LEVELS = ['low', 'medium', 'high', 'critical'] as const
const GRADES = ['Critical', 'High', 'Medium', 'Low'] as const

export type FieldName = Exclude<Parameters<typeof t>[0], ItemType | 'allItems' | 'search'>

export function rawValue(item: AnyItem, name: string): unknown {
  return (item as unknown as Record<string, unknown>)[name]
}

export function plainText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'object' && 'name' in value) return String(value.name)
  return String(value)
}

export function fieldText(item: AnyItem, field: ItemField): string {
  if (field.show) return field.show(item)
  const value = rawValue(item, field.name)
  if (field.kind === 'date') return formatDate(plainText(value))
  if (field.kind === 'number') return formatDecimal(plainText(value))
  return plainText(value)
}

/** A figure with its unit, nothing where there is no figure. */
function withUnit(figure: string, unit: string) {
  return (item: AnyItem) => {
    const value = plainText(rawValue(item, figure))
    return value && `${formatDecimal(value)} ${plainText(rawValue(item, unit))}`
  }
}

function money(item: AnyItem): string {
  const cost = plainText(rawValue(item, 'cost'))
  return cost && formatMoney(cost, plainText(rawValue(item, 'costCurrency')))
}

function days(item: AnyItem): string {
  const value = rawValue(item, 'leadTime')
  return value === null || value === undefined ? '' : t('leadTimeDays', { count: Number(value) })
}

const PART: readonly ItemField[] = [
  {
    name: 'partType',
    kind: 'choice',
    width: 110,
    isFacet: true,
    choices: ['Manufacture', 'Purchase', 'Software', 'Phantom'],
  },
  { name: 'material', kind: 'text', width: 130, isFacet: true },
  { name: 'weight', kind: 'number', width: 96, show: withUnit('weight', 'weightUnit') },
  { name: 'cost', kind: 'number', width: 110, show: money },
  { name: 'leadTime', kind: 'number', width: 96, isExtra: true, show: days },
  { name: 'unitOfMeasure', kind: 'text', width: 70, isExtra: true, isFacet: true },
  { name: 'quantityOnHand', kind: 'number', width: 90, isExtra: true },
  { name: 'location', kind: 'text', width: 120, isExtra: true, isFacet: true },
]

const FIELDS: Readonly<Record<ItemType, readonly ItemField[]>> = {
  Part: PART,
  Document: [
    {
      name: 'docType',
      kind: 'choice',
      width: 130,
      isFacet: true,
      choices: ['Drawing', 'Specification', 'Procedure', 'Manual', 'Report', 'Other'],
    },
    { name: 'fileName', kind: 'text', width: 240, isReadOnly: true },
    { name: 'fileSize', kind: 'number', width: 90, isReadOnly: true, show: sizeOf },
  ],
  Requirement: [
    {
      name: 'requirementType',
      kind: 'choice',
      width: 120,
      isFacet: true,
      choices: ['Functional', 'Performance', 'Interface', 'Constraint', 'Other'],
    },
    { name: 'priority', kind: 'choice', width: 90, isFacet: true, choices: LEVELS },
    { name: 'status', kind: 'text', width: 110, isFacet: true },
    { name: 'category', kind: 'text', width: 120, isFacet: true },
    { name: 'verificationMethod', kind: 'text', width: 130, isExtra: true },
    { name: 'source', kind: 'text', width: 130, isExtra: true },
    { name: 'rationale', kind: 'long', width: 240, isExtra: true },
    { name: 'acceptanceCriteria', kind: 'long', width: 240, isExtra: true },
  ],
  Task: [
    { name: 'assignee', kind: 'person', width: 150 },
    { name: 'dueDate', kind: 'date', width: 110 },
    { name: 'priority', kind: 'choice', width: 90, isFacet: true, choices: LEVELS },
    { name: 'estimatedHours', kind: 'number', width: 90, isExtra: true },
    { name: 'actualHours', kind: 'number', width: 90, isExtra: true },
  ],
  Issue: [
    { name: 'severity', kind: 'choice', width: 90, isFacet: true, choices: GRADES },
    { name: 'priority', kind: 'choice', width: 90, isFacet: true, choices: GRADES },
    { name: 'assignee', kind: 'person', width: 150 },
    { name: 'reportedDate', kind: 'date', width: 110 },
    {
      name: 'category',
      kind: 'choice',
      width: 120,
      isFacet: true,
      choices: ['Design', 'Manufacturing', 'Quality', 'Safety', 'Customer', 'Other'],
    },
    { name: 'resolution', kind: 'long', width: 220, isExtra: true },
    { name: 'rootCause', kind: 'long', width: 220, isExtra: true },
  ],
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
  return t(field.name)
}
