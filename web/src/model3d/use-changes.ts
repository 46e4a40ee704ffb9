/** The changes that are seen in a version of an item's model. */

import { useQuery } from '@tanstack/react-query'
import { compareQuery } from '../api/compare'
import { type Context, itemIdQuery, MAIN } from '../api/items'
import { changesOf } from './changes'

/** Null on main, and for what main does not have. */
export function useModelChanges(itemId: string, itemNumber: string, context: Context) {
  const isMain = !context.branchId && !context.commitId
  const onMain = useQuery({ ...itemIdQuery(itemNumber, MAIN), enabled: !isMain, retry: false })
  const here = { itemId, ...context }
  const found = useQuery({
    ...compareQuery({ itemId: onMain.data ?? '' }, here),
    enabled: !isMain && onMain.data !== undefined,
    select: changesOf,
    retry: false,
  })
  return { changes: found.data ?? null, isLoading: onMain.isLoading || found.isLoading }
}
