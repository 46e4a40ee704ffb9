/** Why nothing can be put on the list of a change, or taken off it. */

import { useQuery } from '@tanstack/react-query'
import { mayDo, useMe } from '../api/account'
import { workflowQuery } from '../api/changes'
import type { ChangeOrder } from '../api/types'
import { wordOf } from '../kit/i18n'
import { t } from './texts'

export function useListReason({ id, closedAt }: Pick<ChangeOrder, 'id' | 'closedAt'>) {
  const mayEdit = mayDo(useMe(), 'change_orders.update')
  const instance = useQuery(workflowQuery(id)).data?.instance
  if (closedAt) return t('closed')
  if (!mayEdit) return t('mayNotEdit')
  return instance?.isContentFrozen
    ? t('contentFrozen', { state: wordOf(instance.currentState.name) })
    : null
}
