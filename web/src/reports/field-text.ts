/** The names of the fields and types of reports. */

import { fieldLabel, typeLabel } from '../items/labels'
import { sentenceOf } from '../kit/i18n'
import { type AggregateName, ATTRIBUTES } from './aggregates'
import { t } from './texts'

const OWN = {
  createdAt: 'createdAt',
  modifiedAt: 'modifiedAt',
  createdBy: 'createdBy',
  releasedAt: 'releasedAt',
  designCode: 'designCode',
  programCode: 'programCode',
  makeBuy: 'makeBuy',
  massBasis: 'massBasis',
  costBasis: 'costBasis',
  weightUnit: 'weightUnit',
  mimeType: 'mimeType',
  changeType: 'changeType',
  riskLevel: 'riskLevel',
  reasonForChange: 'reasonForChange',
  impactDescription: 'impactDescription',
  implementationDate: 'implementationDate',
  submittedAt: 'submittedAt',
  approvedAt: 'approvedAt',
  approvedBy: 'approvedBy',
  closedAt: 'closedAt',
  taskStatus: 'taskStatus',
  manufacturer: 'manufacturer',
  mpn: 'mpn',
  supplier: 'supplier',
  orderCode: 'orderCode',
  unitPrice: 'unitPrice',
  priceCurrency: 'priceCurrency',
} as const

/** `parts.leadTimeDays` as a person calls it; what has no name yet is told in plain words. */
export function fieldText(path: string): string {
  if (path.startsWith(ATTRIBUTES)) return path.slice(ATTRIBUTES.length)
  const name = path.split('.').at(-1) ?? path
  if (name in OWN) return t(OWN[name as keyof typeof OWN])
  return fieldLabel(name) ?? inWords(name)
}

/** As choices and columns name it: an attribute may be called as a field is. */
export function choiceText(path: string): string {
  const name = fieldText(path)
  return path.startsWith(ATTRIBUTES) ? t('asAttribute', { name }) : name
}

/** Fields to choose among: of two paths to one field the first, unless the other is the one chosen. */
export function fieldChoices(fields: readonly { path: string }[], chosen = '') {
  const found = new Map<string, string>()
  for (const { path } of fields) {
    const label = choiceText(path)
    if (path === chosen || !found.has(label)) found.set(label, path)
  }
  return [...found].map(([label, value]) => ({ value, label }))
}

/** `Cost, sum` where the column sums up. */
export function columnText(path: string, aggregate: string): string {
  const name = fieldText(path)
  return aggregate ? t('aggregated', { name, how: t(`agg_${aggregate as AggregateName}`) }) : name
}

/** `Cost: expected a number` where the server names one of the fields by its path. */
export function detailText(
  { message = '' }: { message?: string },
  fields: readonly { path: string }[],
): string {
  const [path = '', ...rest] = message.split(': ')
  const isKnown = rest.length > 0 && fields.some((field) => field.path === path)
  return isKnown ? `${fieldText(path)}: ${sentenceOf(rest.join(': '))}` : sentenceOf(message)
}

function inWords(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export function typeText(type: string): string {
  return typeLabel(type) ?? (type === 'ChangeOrder' ? t('changeOrders') : inWords(type))
}
