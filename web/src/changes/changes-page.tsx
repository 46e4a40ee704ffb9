/** The list of change orders. */

import { Link } from '@tanstack/react-router'
import { GitPullRequestArrow, Plus } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { mayDo, useMe } from '../api/account'
import { listOrders, type OrderRow } from '../api/changes'
import { Button } from '../kit/button'
import { formatDate, formatWhen } from '../kit/format'
import type { Column } from '../kit/grid/columns'
import { useShortcut } from '../kit/shortcuts'
import { type ListDefinition, PAGE_SIZE } from '../lists/definition'
import { ListPage } from '../lists/list-page'
import type { FilterField, ListQuery } from '../lists/query'
import { StateMark } from '../records/state-mark'
import { Prop, Props, TwoLines } from '../records/two-lines'
import { orderAddress } from './address'
import styles from './changes.module.css'
import { t } from './texts'

const NewOrderDialog = lazy(() =>
  import('./new-order-dialog').then((m) => ({ default: m.NewOrderDialog })),
)

const LEVELS = ['low', 'medium', 'high', 'critical']
const KINDS = ['ECO', 'ECN', 'MCO', 'Deviation']
const STATES = ['Draft', 'In Review', 'Approved', 'Released', 'Cancelled']
const SORT = 'modifiedAt:desc'

export function ChangesPage() {
  const [isNew, setNew] = useState(false)
  const reason = mayDo(useMe(), 'change_orders.create') ? null : t('mayNotCreate')
  useShortcut('c', t('new'), () => reason === null && setNew(true))
  const actions = (
    <Button kind="primary" icon={Plus} shortcut="C" reason={reason} onClick={() => setNew(true)}>
      {t('new')}
    </Button>
  )
  const list = useMemo(() => orderList(), [])
  const empty = { title: t('emptyTitle'), note: t('emptyNote'), actions }
  return (
    <>
      <ListPage list={{ ...list, actions, empty }} />
      <Suspense>{isNew && <NewOrderDialog onClose={() => setNew(false)} />}</Suspense>
    </>
  )
}

function orderList(): Omit<ListDefinition<OrderRow>, 'empty'> {
  return {
    kind: 'change-orders',
    title: t('title'),
    icon: GitPullRequestArrow,
    columns: orderColumns(),
    filters: orderFilters(),
    defaultSort: SORT,
    searchLabel: t('search'),
    fetchPage: async (query: ListQuery, page: number) => {
      const { search, sort = SORT, filters } = query
      const answer = await listOrders({ search, sort, ...filters, page, limit: PAGE_SIZE })
      return { rows: answer.changeOrders, total: answer.total }
    },
    keyOf: (order) => order.id,
    addressOf: orderAddress,
    narrow: (order) => (
      <TwoLines
        number={order.itemNumber}
        name={order.name}
        more={<StateMark state={order.state} />}
      />
    ),
    inspect: (order) => <OrderGlance order={order} />,
  }
}

function orderColumns(): Column<OrderRow>[] {
  const quiet = (id: keyof OrderRow & string, label: string, width: number): Column<OrderRow> => ({
    id,
    label,
    width,
    sort: id,
    text: (order) => String(order[id] ?? ''),
    render: (order): ReactNode => <span className="muted">{String(order[id] ?? '')}</span>,
  })
  return [
    {
      ...quiet('itemNumber', t('number'), 150),
      render: (order) => (
        <Link to={orderAddress(order)} className="mono" tabIndex={-1}>
          {order.itemNumber}
        </Link>
      ),
    },
    { id: 'name', label: t('name'), width: 260, grows: true, sort: 'name', text: (o) => o.name },
    {
      ...quiet('state', t('state'), 120),
      render: (order) => <StateMark state={order.state} />,
    },
    quiet('changeType', t('changeType'), 90),
    quiet('priority', t('priority'), 90),
    quiet('riskLevel', t('riskLevel'), 90),
    {
      ...quiet('implementationDate', t('implementationDate'), 120),
      render: (order) => <span className="muted">{formatDate(order.implementationDate)}</span>,
    },
    {
      ...quiet('modifiedAt', t('modifiedAt'), 104),
      render: (order) => <span className="muted figures">{formatWhen(order.modifiedAt)}</span>,
    },
  ]
}

function orderFilters(): FilterField[] {
  const choice = (field: string, label: string, values: readonly string[]): FilterField => ({
    field,
    label,
    kind: 'choice',
    choices: values.map((value) => ({ value, label: value })),
  })
  return [
    choice('state', t('state'), STATES),
    choice('changeType', t('changeType'), KINDS),
    choice('priority', t('priority'), LEVELS),
    choice('riskLevel', t('riskLevel'), LEVELS),
    { field: 'implementationDate', label: t('implementationDate'), kind: 'date' },
    { field: 'modifiedAt', label: t('modifiedAt'), kind: 'date' },
  ]
}

function OrderGlance({ order }: { order: OrderRow }) {
  return (
    <div className={styles.glance}>
      <span className="mono">{order.itemNumber}</span>
      <h2>{order.name}</h2>
      <StateMark state={order.state} isPill />
      <Props>
        <Prop name={t('priority')}>{order.priority}</Prop>
        <Prop name={t('riskLevel')}>{order.riskLevel}</Prop>
        <Prop name={t('reasonForChange')}>{order.reasonForChange ?? t('none')}</Prop>
      </Props>
    </div>
  )
}
