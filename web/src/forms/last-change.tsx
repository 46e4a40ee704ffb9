/** Who saved last, and when, where somebody else was first. */

import { useQuery } from '@tanstack/react-query'
import { lastChangeQuery } from '../api/item-changes'
import type { Context } from '../api/items'
import { formatDateTime } from '../kit/format'
import { t } from './texts'

export function LastChange({ id, context }: { id: string; context?: Context }) {
  const { data: last, isFetching } = useQuery(lastChangeQuery(id, context))
  return isFetching ? null : <SavedBy name={last?.name} at={last?.at} />
}

export function SavedBy({ name, at }: { name?: string | null; at?: string }) {
  return name && at ? <small>{t('savedBy', { name, when: formatDateTime(at) })}</small> : null
}
