/** Why an item cannot be edited where it is. */

import { wordOf } from '../kit/i18n'
import { toneOf } from '../records/state-tone'
import type { AnyItem } from './fields'
import { t } from './texts'

export function editReason(item: AnyItem): string | null {
  if (['Task', 'Issue'].includes(item.type)) return null
  const tone = toneOf(item.state)
  if (tone === 'waiting') return t('inReview')
  if (tone !== 'begun') return t('throughChange', { state: wordOf(item.state) })
  return null
}
