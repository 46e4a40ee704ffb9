/** The page of one item: head, tabs, and in which version it is seen. */

import { Outlet, useParams } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '../kit/button'
import { passFocus } from '../kit/pass-focus'
import { LoadingRows } from '../kit/states'
import { useAddress } from '../lists/use-address'
import { itemAddress } from '../records/item-address'
import { QueryError } from '../records/query-error'
import { noteRecent } from '../records/recents'
import records from '../records/records.module.css'
import { VersionLine } from '../records/version-line'
import { useRestore } from './item-actions'
import { ItemHead } from './item-head'
import styles from './items.module.css'
import { t } from './texts'
import { ItemProvider, useEditReason, useItem } from './use-item'

export function ItemPage() {
  const { ref = '' } = useParams({ strict: false })
  const [address] = useAddress()
  const found = useItem(ref, address.at)
  const known = useEditReason(found.item?.record, found.version, found.can)
  const reason = found.isGone ? t('gone') : known
  useRecent(found.item?.record)
  if (found.error) return <QueryError isPage error={found.error} onRetry={found.retry} />
  if (!found.item || !found.version) return <LoadingRows columns={3} rows={6} />
  const { record: item, etag } = found.item
  const { version, isGone, can } = found
  return (
    <ItemProvider value={{ item, etag, version, editReason: reason, isGone, can }}>
      <VersionLine version={found.version} />
      {found.isGone && <GoneBanner />}
      <ItemHead />
      <Outlet />
    </ItemProvider>
  )
}

/** To what waits to be saved, where something does. */
const toField = passFocus(`.${styles.input}`)

/** Says that somebody else took the item away, and gives it back. */
function GoneBanner() {
  const restore = useRestore()
  return (
    <div className={records.banner} role="alert">
      <Trash2 size={15} aria-hidden />
      <span>
        {t('gone')} {t('goneNote')}
      </span>
      <Button ref={toField} aria-busy={restore.isPending} onClick={() => restore.mutate(undefined)}>
        {t('restore')}
      </Button>
    </div>
  )
}

function useRecent(item: { itemNumber: string; name: string } | undefined) {
  useEffect(() => {
    if (!item) return
    const { itemNumber: number, name } = item
    noteRecent({ number, name, address: itemAddress(item) })
  }, [item])
}
