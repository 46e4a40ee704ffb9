/** Change orders by their state; moved by dragging a card, or by the menu on it. */

import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRightLeft, CircleAlert, CircleUserRound } from 'lucide-react'
import { type DragEvent, useMemo, useState } from 'react'
import { workflowsQuery } from '../api/admin'
import { type OrderRow, ordersQuery, type Progress, progressQuery } from '../api/changes'
import { formatAgo } from '../kit/ago'
import { IconButton } from '../kit/button'
import { classes } from '../kit/classes'
import { wordOf } from '../kit/i18n'
import { Menu, MenuItem } from '../kit/menu'
import { LoadingRows } from '../kit/states'
import type { ListQuery } from '../lists/query'
import { orderAddress } from '../records/order-address'
import { Person } from '../records/person'
import { QueryError } from '../records/query-error'
import { StateMark } from '../records/state-mark'
import styles from './board.module.css'
import { BoardMove, type Move } from './board-move'
import { boardStates } from './board-states'
import { levelLabel } from './labels'
import { t } from './texts'

const MOST = 50
const CARD = 'application/x-partwright-change'

export function ChangesBoard({ query }: { query: ListQuery }) {
  const workflows = useQuery(workflowsQuery)
  const states = useMemo(
    () => boardStates(workflows.data ?? [], query.filters.state),
    [workflows.data, query.filters.state],
  )
  const { search, sort = 'modifiedAt:desc', filters } = query
  const columns = useQueries({
    queries: states.map((state) => ordersQuery({ ...filters, search, sort, state, limit: MOST })),
  })
  const shown = columns.flatMap((column) => column.data?.changeOrders ?? [])
  const progress = useQuery(progressQuery(shown.map(({ id }) => id))).data
  const [move, setMove] = useState<Move | null>(null)
  if (workflows.error) {
    return <QueryError error={workflows.error} onRetry={() => void workflows.refetch()} />
  }
  if (!workflows.data) return <LoadingRows />
  const drop = (event: DragEvent, to: string) => {
    const order = shown.find(({ id }) => id === event.dataTransfer.getData(CARD))
    if (order && order.state !== to) setMove({ order, to })
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
    <section className={styles.board} aria-label={t('board')} tabIndex={0}>
      {states.map((state, place) => {
        const { data, error } = columns[place] ?? {}
        return (
          <Column
            key={state}
            state={state}
            states={states}
            orders={data?.changeOrders}
            total={data?.total ?? 0}
            isFailed={Boolean(error)}
            progress={progress}
            onDrop={(event) => drop(event, state)}
            onMove={setMove}
          />
        )
      })}
      {move && <BoardMove move={move} onClose={() => setMove(null)} />}
    </section>
  )
}

interface ColumnProps {
  state: string
  states: readonly string[]
  orders: readonly OrderRow[] | undefined
  total: number
  isFailed: boolean
  progress: ReadonlyMap<string, Progress> | undefined
  onDrop: (event: DragEvent) => void
  onMove: (move: Move) => void
}

function Column(props: ColumnProps) {
  const { state, states, orders, total, isFailed, progress, onDrop, onMove } = props
  const [isOver, setOver] = useState(false)
  return (
    <section
      className={classes(styles.column, isOver && styles.over)}
      aria-label={wordOf(state)}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(CARD)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onDrop(event)
      }}
    >
      <header>
        <h2>
          <StateMark state={state} />
        </h2>
        <span className="muted figures">{orders && total}</span>
      </header>
      {isFailed && <p className="muted">{t('columnFailed')}</p>}
      <ul>
        {orders?.map((order) => (
          <Card
            key={order.id}
            order={order}
            states={states}
            progress={progress?.get(order.id)}
            onMove={onMove}
          />
        ))}
      </ul>
      {total > MOST && (
        <Link to="/changes" search={(now: object) => ({ ...now, layout: undefined, state })}>
          {t('andMore', { count: total - MOST })}
        </Link>
      )}
    </section>
  )
}

interface CardProps {
  order: OrderRow
  states: readonly string[]
  progress: Progress | undefined
  onMove: (move: Move) => void
}

function Card({ order, states, progress, onMove }: CardProps) {
  const risk = [order.priority, order.riskLevel].includes('critical') ? 'critical' : order.priority
  const votes = (progress?.approved ?? 0) + (progress?.votesNeeded ?? 0)
  return (
    <li
      className={styles.card}
      draggable
      onDragStart={(event) => event.dataTransfer.setData(CARD, order.id)}
    >
      <div className={styles.cardHead}>
        <Link to={orderAddress(order)} className="mono" draggable={false}>
          {order.itemNumber}
        </Link>
        <MoveMenu order={order} states={states} onMove={onMove} />
      </div>
      <p>{order.name}</p>
      <div className={styles.facts}>
        {risk && risk !== 'medium' && (
          <span className={risk === 'low' ? undefined : styles.hot}>{levelLabel(risk)}</span>
        )}
        {progress && progress.affected.total > 0 && (
          <span>
            {t('reviewedOf', {
              reviewed: progress.affected.reviewed,
              count: progress.affected.total,
            })}
          </span>
        )}
        {votes > 0 && <span>{t('votesOf', { given: progress?.approved ?? 0, count: votes })}</span>}
        {progress && progress.conflicts > 0 && (
          <Link
            to={orderAddress(order)}
            search={{ tab: 'conflicts' }}
            className={styles.clash}
            draggable={false}
          >
            <CircleAlert size={13} />
            {t('conflictCount', { count: progress.conflicts })}
          </Link>
        )}
        {/* What has not begun is where it was made. */}
        <span>{t('since', { when: formatAgo(progress?.enteredAt ?? order.createdAt) })}</span>
        {progress?.waitsForMe && (
          <span className={styles.mine}>
            <CircleUserRound size={13} /> {t('waitsForMe')}
          </span>
        )}
      </div>
      {progress && (
        <div className={styles.owner}>
          <Person name={progress.owner.name} />
        </div>
      )}
    </li>
  )
}

function MoveMenu({ order, states, onMove }: Omit<CardProps, 'progress'>) {
  const label = t('moveOne', { number: order.itemNumber })
  return (
    <Menu label={label} align="end" opener={<IconButton icon={ArrowRightLeft} label={label} />}>
      {states
        .filter((state) => state !== order.state)
        .map((to) => (
          <MenuItem key={to} onSelect={() => onMove({ order, to })}>
            {t('moveTo', { state: wordOf(to) })}
          </MenuItem>
        ))}
    </Menu>
  )
}
