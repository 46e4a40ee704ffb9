/** Who saved an item last, and when, where somebody else was first. */

import { useQuery } from '@tanstack/react-query'
import { lastChangeQuery } from '../api/item-changes'
import type { Context } from '../api/items'
import { formatDateTime } from '../kit/format'
import { t } from './texts'

export function LastChange({ id, context }: { id: string; context?: Context }) {
  const { data: last, isFetching } = useQuery(lastChangeQuery(id, context))
  if (isFetching || !last?.name) return null
  return <small>{t('savedBy', { name: last.name, when: formatDateTime(last.at) })}</small>
}
