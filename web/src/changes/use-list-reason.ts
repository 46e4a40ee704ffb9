/** Why nothing can be put on the list of a change, taken off it, or marked as reviewed. */

import { useQuery } from '@tanstack/react-query'
import { mayDo, useMe } from '../api/account'
import { approvalsQuery, workflowQuery } from '../api/changes'
import type { ChangeOrder } from '../api/types'
import { wordOf } from '../kit/i18n'
import { t } from './texts'
import { mayVote } from './voters'

export function useEditReason({ closedAt }: Pick<ChangeOrder, 'closedAt'>) {
  const mayEdit = mayDo(useMe(), 'change_orders.update')
  if (closedAt) return t('closed')
  return mayEdit ? null : t('mayNotEdit')
}

/** Who approves reviews, and so does who is named to vote now. */
export function useMayReview(id: string): boolean {
  const me = useMe()
  const mayEver = mayDo(me, 'change_orders.update') || mayDo(me, 'change_orders.approve')
  const votes = useQuery({ ...approvalsQuery(id), enabled: !mayEver }).data
  return mayEver || Boolean(me && votes && mayVote(me, false, votes))
}

export function useReviewReason({ id, closedAt }: Pick<ChangeOrder, 'id' | 'closedAt'>) {
  const mayReview = useMayReview(id)
  if (closedAt) return t('closed')
  return mayReview ? null : t('mayNotReview')
}

export function useListReason(order: Pick<ChangeOrder, 'id' | 'closedAt'>) {
  const reason = useEditReason(order)
  const instance = useQuery(workflowQuery(order.id)).data?.instance
  if (reason) return reason
  return instance?.isContentFrozen
    ? t('contentFrozen', { state: wordOf(instance.currentState.name) })
    : null
}
