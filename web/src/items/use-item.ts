/** The item of the page and where it is looked at. */

import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { mayDo, useMe } from '../api/account'
import { type Version, versionQuery } from '../api/context'
import { type Context, itemIdQuery, itemQuery, MAIN } from '../api/items'
import { editReason } from './edit-reason'
import type { AnyItem } from './fields'
import { t } from './texts'

export interface ItemHere {
  item: AnyItem
  etag: string | null
  version: Version
  /** Why nothing can be written here; null when it can. */
  editReason: string | null
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
  const item = useQuery({ ...itemQuery(id.data ?? '', context), enabled: id.isSuccess })
  return {
    version: version.data,
    item: item.data,
    error: version.error ?? id.error ?? item.error,
    retry: () => {
      for (const query of [version, id, item]) if (query.error) void query.refetch()
    },
  }
}

export function useEditReason(item: AnyItem | undefined, version: Version | undefined) {
  const me = useMe()
  if (!item || !version) return null
  if (version.kind === 'commit') return t('readOnlyThen')
  if (!mayDo(me, `${item.type.toLowerCase()}s.update`)) return t('mayNotEdit')
  const { lockedBy } = item
  if (lockedBy && lockedBy.id !== me?.id) return t('lockReason', { name: lockedBy.name })
  return editReason(item)
}
