/** Why nothing can be put on the list of a change, taken off it, or marked as reviewed. */

import { useQuery } from '@tanstack/react-query'
import { mayDo, useMe } from '../api/account'
import { workflowQuery } from '../api/changes'
import type { ChangeOrder } from '../api/types'
import { wordOf } from '../kit/i18n'
import { t } from './texts'

export function useReviewReason({ closedAt }: Pick<ChangeOrder, 'closedAt'>) {
  const mayEdit = mayDo(useMe(), 'change_orders.update')
  if (closedAt) return t('closed')
  return mayEdit ? null : t('mayNotEdit')
}

export function useListReason(order: Pick<ChangeOrder, 'id' | 'closedAt'>) {
  const reason = useReviewReason(order)
  const instance = useQuery(workflowQuery(order.id)).data?.instance
  if (reason) return reason
  return instance?.isContentFrozen
    ? t('contentFrozen', { state: wordOf(instance.currentState.name) })
    : null
}
