/** What the fields and types of items are called, for those who know them by name only. */

import { wordOf } from '../kit/i18n'
import { t } from './texts'
import english from './texts.en.json'

type Key = Parameters<typeof t>[0]

const TYPES: readonly string[] = ['Part', 'Document', 'Requirement', 'Task', 'Issue']
const OTHERWISE: Readonly<Record<string, Key>> = {
  itemNumber: 'number',
  leadTimeDays: 'leadTime',
  type: 'requirementType',
}

export function fieldLabel(name: string): string | undefined {
  const key = OTHERWISE[name] ?? name
  return key in english ? t(key as Key) : undefined
}

const ONE: Readonly<Record<string, Key>> = {
  Part: 'onePart',
  Document: 'oneDocument',
  Requirement: 'oneRequirement',
  Task: 'oneTask',
  Issue: 'oneIssue',
  ChangeOrder: 'oneChangeOrder',
}

/** What one item of the type, or a change of a type, is called. */
export function typeName(type: string): string {
  const key = ONE[type]
  return key ? t(key) : wordOf(type)
}

export function typeLabel(type: string): string | undefined {
  return TYPES.includes(type) ? t(type as Key) : undefined
}
