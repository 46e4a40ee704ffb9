/** The changes that are seen in a version of an item's model. */

import { useQuery } from '@tanstack/react-query'
import { compareQuery } from '../api/compare'
import { isUnknown, versionQuery } from '../api/context'
import { type Context, itemIdQuery, MAIN } from '../api/items'
import { changesOf } from './changes'

/** An item as another version shows it. */
export interface Beside {
  itemId: string
  context: Context
}

/** Beside `left`, or beside main; null on main itself, and for what the other version does not have. */
export function useModelChanges(
  itemId: string,
  itemNumber: string,
  context: Context,
  left: string | undefined,
) {
  const isMain = !context.branchId && !context.commitId
  const isOn = !isMain || left !== undefined
  const version = useQuery({ ...versionQuery(itemNumber, left || undefined), enabled: isOn })
  const isKnown = version.isSuccess && !isUnknown(version.data)
  const other = version.data?.context ?? MAIN
  const there = useQuery({
    ...itemIdQuery(itemNumber, other),
    enabled: isOn && isKnown,
    retry: false,
  })
  const here = { itemId, ...context }
  const found = useQuery({
    ...compareQuery({ itemId: there.data ?? '', ...other }, here),
    enabled: isOn && isKnown && there.data !== undefined,
    select: changesOf,
    retry: false,
  })
  const beside: Beside | null =
    isOn && isKnown && there.data ? { itemId: there.data, context: other } : null
  // A name that means no version, or a version that the item is not in.
  const isMissing = left !== undefined && ((version.isSuccess && !isKnown) || there.isError)
  const isLoading = version.isLoading || there.isLoading || found.isLoading
  return { changes: found.data ?? null, beside, isLoading, isMissing }
}
