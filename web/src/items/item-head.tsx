/** The head of an item's page: what it is, where it stands, what can be done. */

import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { Copy } from 'lucide-react'
import { mayDo, useMe } from '../api/account'
import { designQuery } from '../api/designs'
import { IconButton } from '../kit/button'
import { PageHead, Tabs, tabMark } from '../kit/page'
import { notify } from '../kit/toast'
import { itemAddress } from '../records/item-address'
import { StarButton } from '../records/star-button'
import { StateMark } from '../records/state-mark'
import { CHANGED, ItemActions } from './item-actions'
import { listAddress } from './list-address'
import { t } from './texts'
import { useItemHere } from './use-item'
import { ItemVersionMenu } from './version-menu'

export function ItemHead() {
  const { item } = useItemHere()
  const copy = async () => {
    await navigator.clipboard.writeText(item.itemNumber)
    notify({ kind: 'good', text: t('copied', { text: item.itemNumber }) })
  }
  return (
    <PageHead
      crumbs={<Crumbs />}
      windowTitle={`${item.itemNumber} ${item.name}`}
      title={
        <>
          <span className="mono">{item.itemNumber}</span> {item.name}
        </>
      }
      actions={<ItemActions />}
      tabs={<ItemTabs />}
    >
      <StarButton mark={{ number: item.itemNumber, name: item.name, address: itemAddress(item) }} />
      <IconButton icon={Copy} label={t('copyNumber')} onClick={() => void copy()} />
      {item.revision !== '-' && (
        <span className="mono muted">{t('revisionOf', { revision: item.revision })}</span>
      )}
      <StateMark state={item.state} isPill />
      <ItemVersionMenu />
    </PageHead>
  )
}

function Crumbs() {
  const { item } = useItemHere()
  const design = useQuery(designQuery(item.designId))
  return (
    <>
      <Link to={listAddress(item.type)} search={{}}>
        {t(item.type as 'Part')}
      </Link>
      {design.data && (
        <>
          <span aria-hidden>/</span>
          <Link to={`/designs/${encodeURIComponent(design.data.record.code)}` as string}>
            {design.data.record.name}
          </Link>
        </>
      )}
    </>
  )
}

const TABS = [
  ['', 'overview'],
  ['structure', 'structure'],
  ['3d', 'model3d'],
  ['used', 'used'],
  ['variants', 'variants'],
  ['graph', 'graph'],
  ['files', 'files'],
  ['changes', 'changesOf'],
  ['requirements', 'requirementsOf'],
  ['discussion', 'discussion'],
  ['history', 'history'],
] as const

const OF_PARTS: readonly string[] = ['structure', '3d', 'used', 'variants']
/** What requirements lead to. */
const MEETING: readonly string[] = ['Part', 'Document']

function hasTab(type: string, path: string): boolean {
  if (path === 'changes') return CHANGED.includes(type) || type === 'Issue'
  if (path === 'requirements') return MEETING.includes(type)
  return type === 'Part' || !OF_PARTS.includes(path)
}

function ItemTabs() {
  const { item, version } = useItemHere()
  const mayReadChanges = mayDo(useMe(), 'change_orders.read')
  const tabs = TABS.filter(
    ([path]) => hasTab(item.type, path) && (path !== 'changes' || mayReadChanges),
  )
  const base = `/items/${encodeURIComponent(item.itemNumber)}`
  // Structures are compared where they are read.
  const isCompared = useLocation().pathname.endsWith('/compare')
  return (
    <Tabs label={t('sections')}>
      {tabs.map(([path, label]) => (
        <Link
          key={path}
          to={path ? `${base}/${path}` : base}
          search={{ at: version.at }}
          activeOptions={{ exact: true, includeSearch: false }}
          {...tabMark(isCompared && path === 'structure')}
        >
          {t(label)}
        </Link>
      ))}
    </Tabs>
  )
}
