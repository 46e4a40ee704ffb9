/** What actions and levels of the wire are called. */

import { t } from './texts'
import english from './texts.en.json'

/** The text for `release`, `high` and the like; what this page does not know stays as it is. */
function named(prefix: 'action' | 'level', value: string): string {
  const key = `${prefix}_${value}`
  return key in english ? t(key as 'action_release') : value
}

export function actionLabel(action: string): string {
  return named('action', action)
}

export function levelLabel(level: string | null | undefined): string {
  return level ? named('level', level) : ''
}
