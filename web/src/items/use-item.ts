/** The item of the page and where it is looked at. */

import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { mayDo, useMe } from '../api/account'
import { type Version, versionQuery } from '../api/context'
import {
  type Context,
  itemIdQuery,
  itemQuery,
  MAIN,
  type Verdicts,
  verdictsQuery,
} from '../api/items'
import { problemOf } from '../api/problem'
import { sentenceOf } from '../kit/i18n'
import { editReason } from './edit-reason'
import type { AnyItem } from './fields'
import { t } from './texts'

export interface ItemHere {
  item: AnyItem
  etag: string | null
  version: Version
  /** Why nothing can be written here; null when it can. */
  editReason: string | null
  /** Whether somebody took it away since it was read. */
  isGone: boolean
  /** What the server says about what the reader may do, once it said so. */
  can: Verdicts | undefined
}

const Here = createContext<ItemHere | null>(null)
export const ItemProvider = Here.Provider

export function useItemHere(): ItemHere {
  const here = useContext(Here)
  if (!here) throw new Error('an item page without its item')
  return here
}

/** Looks up what the address names: number or id, branch or commit. */
export function useItem(ref: string, at: string | undefined) {
  const version = useQuery(versionQuery(ref, at))
  const context: Context = version.data?.context ?? MAIN
  const id = useQuery({ ...itemIdQuery(ref, context), enabled: version.isSuccess })
  const item = useQuery({
    ...itemQuery(id.data ?? '', context),
    enabled: id.isSuccess,
    // The first write on a branch gives the item another id: its page stays while that one is read.
    placeholderData: (before, query) =>
      before?.record.itemNumber === ref && query?.queryKey.at(-1) === context ? before : undefined,
  })
  const can = useQuery({ ...verdictsQuery(id.data ?? '', context), enabled: id.isSuccess })
  // What was read stays, and what is being typed with it. A number that leads nowhere any more was changed.
  const isGone = item.data !== undefined && isMissing(item.error)
  const isRenumbered = item.data !== undefined && isMissing(id.error)
  const error = version.error ?? (isRenumbered ? null : id.error) ?? item.error
  return {
    version: version.data,
    item: item.data,
    can: can.data,
    error: isGone ? null : error,
    isGone,
    retry: () => {
      for (const query of [version, id, item]) if (query.error) void query.refetch()
    },
  }
}

function isMissing(error: Error | null): boolean {
  return error !== null && problemOf(error).status === 404
}

/** The server decides; where it can be said in the reader's language, it is. */
export function useEditReason(
  item: AnyItem | undefined,
  version: Version | undefined,
  can: Verdicts | undefined,
): string | null {
  const me = useMe()
  if (!item || !version) return null
  if (version.kind === 'commit') return t('readOnlyThen')
  if (can?.edit.allowed) return null
  const own = mayDo(me, `${item.type.toLowerCase()}s.update`) ? null : t('mayNotEdit')
  const known = own ?? lockReason(item, me?.id) ?? editReason(item)
  return known ?? (can?.edit.reason ? sentenceOf(can.edit.reason) : null)
}

export function lockReason({ lockedBy }: AnyItem, reader: string | undefined): string | null {
  return lockedBy && lockedBy.id !== reader ? t('lockReason', { name: lockedBy.name }) : null
}

/** Why one thing cannot be done with the item of the page. */
export function useReason(deed: 'checkOut' | 'lock' | 'delete'): string | null {
  const { item, version, can, isGone } = useItemHere()
  const me = useMe()
  if (isGone) return t('gone')
  if (version.kind === 'commit') return t('readOnlyThen')
  const verdict = can?.[deed]
  if (!verdict || verdict.allowed) return null
  const right = `${item.type.toLowerCase()}s.${deed === 'delete' ? 'delete' : 'update'}`
  const own = mayDo(me, right) ? null : t(deed === 'delete' ? 'mayNotDelete' : 'mayNotEdit')
  const known = own ?? lockReason(item, me?.id)
  return (
    known ?? (deed === 'checkOut' ? editReason(item) : null) ?? sentenceOf(verdict.reason ?? '')
  )
}
