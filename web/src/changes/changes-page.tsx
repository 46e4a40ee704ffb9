/** Change orders: as a list, on a board by their states, in a calendar. */

import { Link } from '@tanstack/react-router'
import { GitPullRequestArrow, Plus } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { mayDo, useMe } from '../api/account'
import { listOrders, type OrderRow } from '../api/changes'
import type { Query } from '../api/client'
import { late } from '../forms/late'
import { Button } from '../kit/button'
import { formatDate, formatWhen } from '../kit/format'
import type { Column } from '../kit/grid/columns'
import { Tabs, tabMark } from '../kit/page'
import { useShortcut } from '../kit/shortcuts'
import { LoadingRows } from '../kit/states'
import { type ListDefinition, PAGE_SIZE } from '../lists/definition'
import { ListPage } from '../lists/list-page'
import type { FilterField, ListQuery } from '../lists/query'
import { useAddress } from '../lists/use-address'
import { useNew } from '../lists/use-new'
import { orderAddress } from '../records/order-address'
import { StateMark } from '../records/state-mark'
import { Prop, Props, TwoLines } from '../records/two-lines'
import styles from './changes.module.css'
import { KINDS, levelLabel } from './labels'
import { t } from './texts'

const NewOrderDialog = late(async () => (await import('./new-order-dialog')).NewOrderDialog)

const Board = lazy(() => import('./board').then((m) => ({ default: m.ChangesBoard })))
const Calendar = lazy(() => import('./calendar').then((m) => ({ default: m.ChangesCalendar })))

const LEVELS = ['low', 'medium', 'high', 'critical']
const STATES = ['Draft', 'In Review', 'Approved', 'Released', 'Cancelled']
const SORT = 'modifiedAt:desc'

export function ChangesPage() {
  const [{ layout, new: told, about: id }] = useAddress()
  // A problem leads here with its number and its name.
  const [problem, setProblem] = useState(id && told ? { id, text: told } : undefined)
  const [isNew, setNew] = useNew()
  const reason = mayDo(useMe(), 'change_orders.create') ? null : t('mayNotCreate')
  useShortcut('c', t('new'), () => reason === null && setNew(true))
  const actions = (
    <Button kind="primary" icon={Plus} shortcut="C" reason={reason} onClick={() => setNew(true)}>
      {t('new')}
    </Button>
  )
  const list = useMemo(() => orderList(), [])
  const close = () => {
    setNew(false)
    setProblem(undefined)
  }
  const empty = { title: t('emptyTitle'), note: t('emptyNote'), actions }
  return (
    <>
      <ListPage
        list={{ ...list, actions, empty, tabs: <Layouts layout={layout} />, body: bodyOf(layout) }}
      />
      {isNew && reason === null && <NewOrderDialog problem={problem} onClose={close} />}
    </>
  )
}

const LAYOUTS = ['list', 'board', 'calendar'] as const

function bodyOf(layout: string | undefined): ListDefinition<OrderRow>['body'] {
  const Shown = layout === 'board' ? Board : layout === 'calendar' ? Calendar : null
  if (!Shown) return undefined
  return (query) => (
    <Suspense fallback={<LoadingRows />}>
      <Shown query={query} />
    </Suspense>
  )
}

function Layouts({ layout }: { layout: string | undefined }) {
  const shown = LAYOUTS.find((one) => one === layout) ?? 'list'
  return (
    <Tabs label={t('layouts')}>
      {LAYOUTS.map((name) => (
        <Link
          key={name}
          to="/changes"
          search={(now: Query) => ({ ...now, layout: name === 'list' ? undefined : name })}
          activeOptions={{ exact: true, includeSearch: true }}
          {...tabMark(name === shown)}
        >
          {t(name)}
        </Link>
      ))}
    </Tabs>
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
  const level = (id: 'priority' | 'riskLevel'): Column<OrderRow> => ({
    ...quiet(id, t(id), 90),
    render: (order) => <span className="muted">{levelLabel(order[id])}</span>,
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
    level('priority'),
    level('riskLevel'),
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
    choices: values.map((value) => ({ value, label: levelLabel(value) })),
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
        <Prop name={t('priority')}>{levelLabel(order.priority)}</Prop>
        <Prop name={t('riskLevel')}>{levelLabel(order.riskLevel)}</Prop>
        <Prop name={t('reasonForChange')}>{order.reasonForChange ?? t('none')}</Prop>
      </Props>
    </div>
  )
}
