/** The page of one item: head, tabs, and in which version it is seen. */

import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useParams } from '@tanstack/react-router'
import { CircleSlash, GitBranch, History } from 'lucide-react'
import { useEffect } from 'react'
import { commitQuery, type Version } from '../api/context'
import { buttonClass } from '../kit/button'
import { formatDateTime } from '../kit/format'
import { LoadingRows } from '../kit/states'
import { useAddress } from '../lists/use-address'
import { itemAddress } from '../records/item-address'
import { QueryError } from '../records/query-error'
import { noteRecent } from '../records/recents'
import { ItemHead } from './item-head'
import styles from './items.module.css'
import { t } from './texts'
import { ItemProvider, useEditReason, useItem } from './use-item'

export function ItemPage() {
  const { ref = '' } = useParams({ strict: false })
  const [address] = useAddress()
  const found = useItem(ref, address.at)
  const reason = useEditReason(found.item?.record, found.version)
  useRecent(found.item?.record)
  if (found.error) return <QueryError error={found.error} onRetry={found.retry} />
  if (!found.item || !found.version) return <LoadingRows columns={3} rows={6} />
  const { record: item, etag } = found.item
  return (
    <ItemProvider value={{ item, etag, version: found.version, editReason: reason }}>
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

function VersionBanner({ version }: { version: Version }) {
  const commit = useQuery({
    ...commitQuery(version.context.commitId ?? ''),
    enabled: version.kind === 'commit',
  })
  if (version.kind === 'main') return null
  const isUnknown = version.kind === 'branch' && !version.context.branchId
  const Icon = isUnknown ? CircleSlash : version.kind === 'branch' ? GitBranch : History
  const name = version.at ?? ''
  const when = formatDateTime(commit.data?.createdAt)
  return (
    <div className={styles.banner} role="status">
      <Icon size={15} aria-hidden />
      <span>
        {isUnknown && t('noBranch', { name })}
        {!isUnknown && version.kind === 'branch' && t('onBranch', { name })}
        {version.kind === 'commit' && t('asOf', { when })}
        {commit.data?.message && <em>{commit.data.message}</em>}
      </span>
      <Link to="." search={(now) => ({ ...now, at: undefined })} className={buttonClass({})}>
        {t('toMain')}
      </Link>
    </div>
  )
}
