/** What the fields and types of items are called, for those who know them by name only. */

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

export function typeLabel(type: string): string | undefined {
  return TYPES.includes(type) ? t(type as Key) : undefined
}
