/** One change order: where it stands, what it changes, who decides. */

import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { affectedQuery, differencesQuery, FIRST_DIFFERENCES, orderQuery } from '../api/changes'
import { designQuery } from '../api/designs'
import type { ChangeOrder } from '../api/types'
import { PageHead, Tabs, tabMark } from '../kit/page'
import { LoadingRows } from '../kit/states'
import { usePainted } from '../kit/use-painted'
import { useAddress } from '../lists/use-address'
import { orderAddress } from '../records/order-address'
import { QueryError } from '../records/query-error'
import { noteRecent } from '../records/recents'
import { StarButton } from '../records/star-button'
import { StateMark } from '../records/state-mark'
import styles from './changes.module.css'
import { Decisions } from './decisions'
import { OrderBranch } from './order-branch'
import { OrderDetails } from './order-details'
import { Redlines } from './redlines'
import { StateRail, WaitingRail } from './state-rail'
import { t } from './texts'
import { useConflicts } from './use-conflicts'

// What is not read at once comes when it is asked for.
const AffectedList = lazy(() =>
  import('./affected-list').then((m) => ({ default: m.AffectedList })),
)
const DiscussionView = lazy(() =>
  import('./discussion-view').then((m) => ({ default: m.DiscussionView })),
)
const ImpactView = lazy(() => import('./impact-view').then((m) => ({ default: m.ImpactView })))
const StepHistory = lazy(() => import('./step-history').then((m) => ({ default: m.StepHistory })))
const ConflictsView = lazy(() =>
  import('./conflicts-view').then((m) => ({ default: m.ConflictsView })),
)

const TABS = ['redlines', 'items', 'impact', 'conflicts', 'discussion', 'history'] as const

export function ChangePage() {
  const { ref = '' } = useParams({ strict: false })
  const order = useQuery(orderQuery(ref))
  if (order.error)
    return <QueryError isPage error={order.error} onRetry={() => void order.refetch()} />
  if (!order.data) return <LoadingRows columns={3} rows={6} />
  return <OrderPage order={order.data.record} />
}

function OrderPage({ order }: { order: ChangeOrder }) {
  const [address] = useAddress()
  useEffect(() => {
    const { itemNumber: number, name } = order
    noteRecent({ number, name, address: orderAddress(order) })
  }, [order])
  const tab = TABS.find((one) => one === address.tab) ?? 'redlines'
  // What the page is opened for comes first: where much changes, the steps are worked out slowly.
  const isReading = useQuery(differencesQuery(order.id, FIRST_DIFFERENCES)).isPending
  const isPainted = usePainted(!isReading)
  const isFirst = tab === 'redlines' && !isPainted
  return (
    <>
      <PageHead
        crumbs={<Crumbs designId={order.designId} />}
        windowTitle={`${order.itemNumber} ${order.name}`}
        title={
          <>
            <span className="mono">{order.itemNumber}</span> {order.name}
          </>
        }
        actions={!isFirst && <Decisions order={order} />}
        tabs={<OrderTabs id={order.id} tab={tab} />}
      >
        <StarButton
          mark={{ number: order.itemNumber, name: order.name, address: orderAddress(order) }}
        />
        <StateMark state={order.state} isPill />
        {!isFirst && <OrderBranch order={order} />}
      </PageHead>
      {isFirst ? <WaitingRail /> : <StateRail id={order.id} />}
      <div className={styles.work}>
        <div className={styles.main}>
          <Suspense fallback={<LoadingRows columns={4} />}>
            {tab === 'redlines' && <Redlines order={order} />}
            {tab === 'items' && <AffectedList order={order} />}
            {tab === 'impact' && <ImpactView id={order.id} />}
            {tab === 'conflicts' && <ConflictsView order={order} />}
            {tab === 'discussion' && <DiscussionView order={order} />}
            {tab === 'history' && <StepHistory id={order.id} />}
          </Suspense>
        </div>
        <OrderDetails order={order} isBrief={isFirst} />
      </div>
    </>
  )
}

function Crumbs({ designId }: Pick<ChangeOrder, 'designId'>) {
  const found = useQuery(designQuery(designId))
  const design = found.data?.record
  return (
    <>
      <Link to="/changes" search={{}}>
        {t('title')}
      </Link>
      {design && (
        <>
          <span aria-hidden>/</span>
          <Link to={`/designs/${encodeURIComponent(design.code)}` as string}>{design.name}</Link>
        </>
      )}
    </>
  )
}

function OrderTabs({ id, tab }: { id: string; tab: string }) {
  const conflicts = useConflicts(id)?.length
  const counts = {
    impact: undefined,
    discussion: undefined,
    conflicts: conflicts === 0 ? undefined : conflicts,
    redlines: useQuery(differencesQuery(id, FIRST_DIFFERENCES)).data?.total,
    items: useQuery(affectedQuery(id)).data?.affectedItems.length,
    history: undefined,
  }
  return (
    <Tabs label={t('sections')}>
      {TABS.map((name) => (
        <Link
          key={name}
          to="."
          search={{ tab: name === 'redlines' ? undefined : name }}
          activeOptions={{ exact: true, includeSearch: true }}
          {...tabMark(name === tab)}
        >
          {t(name)}
          {counts[name] !== undefined && <small>{counts[name]}</small>}
        </Link>
      ))}
    </Tabs>
  )
}
