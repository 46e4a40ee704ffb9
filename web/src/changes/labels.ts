/** What actions and levels of the wire are called. */

import type { Difference } from '../api/changes'
import type { ChangeOrder } from '../api/types'
import { wordOf } from '../kit/i18n'
import { t } from './texts'
import english from './texts.en.json'

/** The text of a key; where this page knows none, the wire's own word. */
function known(key: string, value: string): string {
  return key in english ? t(key as 'action_release') : wordOf(value)
}

/** The kinds of change orders, which workflows are chosen by. */
export const KINDS = ['ECO', 'ECN', 'MCO', 'Deviation']

export const LEVELS = ['medium', 'low', 'high', 'critical']

export function actionLabel(action: string): string {
  return known(`action_${action}`, action)
}

export function levelLabel(level: string | null | undefined): string {
  return level ? known(`level_${level}`, level) : ''
}

/** A step's name; "Cancel" alone would read as the button that closes a dialog. */
export function stepLabel(name: string): string {
  return known(`step_${name}`, name)
}

/** What happens to an item of which nothing differs. */
export function sameText({ revision: { from, to } }: Difference, isGone: boolean): string {
  if (isGone) return t('leftOut')
  const isFirst = from === '-' && to !== from
  return isFirst ? t('firstRelease', { revision: String(to) }) : t('contentStays')
}

/** Where main has gone on to since the change began on an item, if it has. */
export function wentOn({ revision: { from }, mainRevision }: Difference): string | null {
  return from === null || mainRevision === from ? null : mainRevision
}

/** Where an item of a change is seen: on its branch, until main has what became of it. */
export function branchOf(
  order: Pick<ChangeOrder, 'itemNumber' | 'releasedAt'>,
  { changeAction }: Pick<Difference, 'changeAction'>,
): string | undefined {
  return order.releasedAt && changeAction !== 'remove' ? undefined : `eco/${order.itemNumber}`
}
