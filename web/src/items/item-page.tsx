/** The page of one item: head, tabs, and in which version it is seen. */

import { Outlet, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { LoadingRows } from '../kit/states'
import { useAddress } from '../lists/use-address'
import { itemAddress } from '../records/item-address'
import { QueryError } from '../records/query-error'
import { noteRecent } from '../records/recents'
import { VersionBanner } from '../records/version-banner'
import { ItemHead } from './item-head'
import { ItemProvider, useEditReason, useItem } from './use-item'

export function ItemPage() {
  const { ref = '' } = useParams({ strict: false })
  const [address] = useAddress()
  const found = useItem(ref, address.at)
  const reason = useEditReason(found.item?.record, found.version, found.can)
  useRecent(found.item?.record)
  if (found.error) return <QueryError error={found.error} onRetry={found.retry} />
  if (!found.item || !found.version) return <LoadingRows columns={3} rows={6} />
  const { record: item, etag } = found.item
  return (
    <ItemProvider
      value={{ item, etag, version: found.version, editReason: reason, can: found.can }}
    >
      <VersionBanner version={found.version} />
      <ItemHead />
      <Outlet />
    </ItemProvider>
  )
}

function useRecent(item: { itemNumber: string; name: string } | undefined) {
  useEffect(() => {
    if (!item) return
    const { itemNumber: number, name } = item
    noteRecent({ number, name, address: itemAddress(item) })
  }, [item])
}
