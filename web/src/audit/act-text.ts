/** What the audit trail tells of, in words. */

import { t } from './texts'
import english from './texts.en.json'

const PREFIX = 'act_'
type Key = Parameters<typeof t>[0]

const keyOf = (action: string) => `act_${action.replace('.', '__')}`

/** An act of a newer server than this page is told by its code. */
export function actText(action: string): string {
  const key = keyOf(action)
  return key in english ? t(key as Key) : action
}

export function actChoices() {
  const keys = Object.keys(english).filter((key) => key.startsWith(PREFIX))
  const choices = keys.map((key) => ({
    value: key.slice(PREFIX.length).replace('__', '.'),
    label: t(key as Key),
  }))
  return choices.toSorted((one, other) => one.label.localeCompare(other.label))
}
