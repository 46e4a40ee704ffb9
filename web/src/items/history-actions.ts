/** What happened, in the reader's language. */

import { wordOf } from '../kit/i18n'
import { t } from './texts'

const ACTIONS = {
  Created: 'actCreated',
  Updated: 'actUpdated',
  Deleted: 'actDeleted',
  Transitioned: 'actTransitioned',
  Released: 'actReleased',
  Superseded: 'actSuperseded',
  Obsoleted: 'actObsoleted',
  'Relationship Added': 'actLineAdded',
  'Relationship Updated': 'actLineUpdated',
  'Relationship Removed': 'actLineRemoved',
  'File Added': 'actFileAdded',
  'File Versioned': 'actFileVersioned',
  'File Removed': 'actFileRemoved',
  Locked: 'actLocked',
  Unlocked: 'actUnlocked',
  'Checked Out': 'actCheckedOut',
  'Checked In': 'actCheckedIn',
} as const

/** What a commit did to the content, and another can undo. */
export const REVERTIBLE: ReadonlySet<string> = new Set([
  'Created',
  'Updated',
  'Deleted',
  'Relationship Added',
  'Relationship Updated',
  'Relationship Removed',
  'File Added',
  'File Versioned',
  'File Removed',
])

export function actionText(action: string): string {
  const key = ACTIONS[action as keyof typeof ACTIONS]
  if (key) return t(key)
  const word = wordOf(action)
  // The server's capitals are those of titles.
  return word === action ? action.replace(/ [A-Z]/g, (letter) => letter.toLowerCase()) : word
}
