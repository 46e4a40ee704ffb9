/** Change orders by the days on which they take effect, or were released. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { allOrdersQuery, type OrderRow, ordersQuery } from '../api/changes'
import { Button, IconButton } from '../kit/button'
import { classes } from '../kit/classes'
import { formatNumber } from '../kit/format'
import { locale } from '../kit/i18n'
import type { ListQuery } from '../lists/query'
import { useAddress } from '../lists/use-address'
import { orderAddress } from '../records/order-address'
import { QueryError } from '../records/query-error'
import { StateMark } from '../records/state-mark'
import styles from './calendar.module.css'
import { byDay, type Day, dayText, monthOf, weeksOf } from './calendar-days'
import { t } from './texts'

const UNDATED = 20
/** Of one day, before the others are asked for. */
const MOST = 4

export function ChangesCalendar({ query }: { query: ListQuery }) {
  const [address, change] = useAddress()
  const month = monthOf(address.month, new Date())
  const weeks = weeksOf(month)
  const [from, to] = [dayText(weeks[0]?.[0]), dayText(weeks.at(-1)?.at(-1))]
  const { search, filters } = query
  const some = { ...filters, search }
  const effective = useQuery(
    allOrdersQuery({ ...some, 'implementationDate.from': from, 'implementationDate.to': to }),
  )
  const released = useQuery(
    allOrdersQuery({
      ...some,
      'implementationDate.null': 'true',
      'releasedAt.from': from,
      'releasedAt.to': `${to}T23:59:59Z`,
    }),
  )
  const undated = useQuery(
    ordersQuery({
      ...some,
      limit: UNDATED,
      'implementationDate.null': 'true',
      'closedAt.null': 'true',
    }),
  ).data
  const error = effective.error ?? released.error
  if (error) return <QueryError error={error} onRetry={() => void effective.refetch()} />
  const dated = [effective.data, released.data].filter((found) => found !== undefined)
  const orders = dated.flatMap((found) => found.changeOrders)
  const missing = dated.reduce((sum, found) => sum + found.total, 0) - orders.length
  const days = byDay(orders)
  const go = (by: number) =>
    change({ month: dayText(new Date(Date.UTC(month.year, month.index + by, 1)))?.slice(0, 7) })
  const title = new Date(Date.UTC(month.year, month.index, 1)).toLocaleDateString(locale(), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return (
    <div className={styles.calendar}>
      <div className={styles.head}>
        <IconButton icon={ChevronLeft} label={t('monthBefore')} onClick={() => go(-1)} />
        <IconButton icon={ChevronRight} label={t('monthAfter')} onClick={() => go(1)} />
        <h2 aria-live="polite">{title}</h2>
        <Button kind="quiet" onClick={() => change({ month: undefined })}>
          {t('today')}
        </Button>
      </div>
      <Month weeks={weeks} index={month.index} days={days} title={title} />
      {dated.length === 2 && orders.length === 0 && (
        <p className={classes('muted', styles.none)}>{t('noneThen')}</p>
      )}
      {missing > 0 && <p className="muted">{t('andMore', { count: missing })}</p>}
      {undated && undated.total > 0 && (
        <Undated orders={undated.changeOrders} total={undated.total} />
      )}
    </div>
  )
}

interface MonthProps {
  weeks: readonly (readonly Date[])[]
  index: number
  days: ReadonlyMap<string, readonly Day<OrderRow>[]>
  title: string
}

function Month({ weeks, index, days, title }: MonthProps) {
  const today = dayText(new Date())
  const named = (day: Date, form: 'short' | 'long') =>
    day.toLocaleDateString(locale(), { weekday: form, timeZone: 'UTC' })
  return (
    <table className={styles.month} aria-label={title}>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day.getUTCDay()} scope="col" abbr={named(day, 'long')}>
              {named(day, 'short')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={dayText(week[0])}>
            {week.map((day) => {
              const text = dayText(day) ?? ''
              const entries = days.get(text) ?? []
              return (
                <td
                  key={text}
                  className={classes(
                    day.getUTCMonth() !== index && styles.other,
                    text === today && styles.today,
                    entries.length === 0 && styles.free,
                  )}
                >
                  <time dateTime={text}>{formatNumber(day.getUTCDate())}</time>
                  <OneDay entries={entries} />
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A month stays a month on days that take many: those beyond the first are asked for. */
function OneDay({ entries }: { entries: readonly Day<OrderRow>[] }) {
  const [isWhole, setWhole] = useState(false)
  // One more is drawn rather than counted.
  const hidden = isWhole || entries.length === MOST + 1 ? 0 : entries.length - MOST
  return (
    <>
      <ul>
        {(hidden > 0 ? entries.slice(0, MOST) : entries).map(({ order, isReleased }) => (
          <li key={order.id}>
            <Link to={orderAddress(order)} title={order.name}>
              <StateMark state={order.state} />
              <span className="mono">{order.itemNumber}</span>
              <span className="truncate">{order.name}</span>
              <span className="sr-only">{t(isReleased ? 'wasReleased' : 'takesEffect')}</span>
            </Link>
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <button type="button" className={styles.more} onClick={() => setWhole(true)}>
          {t('andMore', { count: hidden })}
        </button>
      )}
    </>
  )
}

function Undated({ orders, total }: { orders: readonly OrderRow[]; total: number }) {
  return (
    <section className={styles.undated} aria-label={t('undated')}>
      <h2>
        {t('undated')} <span className="muted figures">{formatNumber(total)}</span>
      </h2>
      <ul>
        {orders.map((order) => (
          <li key={order.id}>
            <Link to={orderAddress(order)}>
              <StateMark state={order.state} />
              <span className="mono">{order.itemNumber}</span>
              <span className="truncate">{order.name}</span>
            </Link>
          </li>
        ))}
      </ul>
      {total > orders.length && (
        <p className="muted">{t('andMore', { count: total - orders.length })}</p>
      )}
    </section>
  )
}
