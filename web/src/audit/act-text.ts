/** What the audit trail tells of, in words. */

import { t } from './texts'
import english from './texts.en.json'

const PREFIX = 'act_'
const OUTCOME = 'outcome_'
type Key = Parameters<typeof t>[0]

const keyOf = (action: string) => `act_${action.replace('.', '__')}`

/** An act of a newer server than this page is told by its code. */
export function actText(action: string): string {
  const key = keyOf(action)
  return key in english ? t(key as Key) : action
}

/** So is an outcome that is rare. */
export function outcomeText(outcome: string): string {
  const key = `outcome_${outcome}`
  return key in english ? t(key as Key) : outcome
}

export const actChoices = () => choicesOf(PREFIX)
export const outcomeChoices = () => choicesOf(OUTCOME)

function choicesOf(prefix: string) {
  const keys = Object.keys(english).filter((key) => key.startsWith(prefix))
  const choices = keys.map((key) => ({
    value: key.slice(prefix.length).replace('__', '.'),
    label: t(key as Key),
  }))
  return choices.toSorted((one, other) => one.label.localeCompare(other.label))
}
