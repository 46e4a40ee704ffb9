/** Change orders by the days on which they take effect, or were released. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type OrderRow, ordersQuery } from '../api/changes'
import { Button, IconButton } from '../kit/button'
import { classes } from '../kit/classes'
import { formatNumber } from '../kit/format'
import { locale } from '../kit/i18n'
import type { ListQuery } from '../lists/query'
import { useAddress } from '../lists/use-address'
import { QueryError } from '../records/query-error'
import { StateMark } from '../records/state-mark'
import { orderAddress } from './address'
import styles from './calendar.module.css'
import { byDay, type Day, dayText, monthOf, weeksOf } from './calendar-days'
import { t } from './texts'

const MOST = 200

export function ChangesCalendar({ query }: { query: ListQuery }) {
  const [address, change] = useAddress()
  const month = monthOf(address.month, new Date())
  const weeks = weeksOf(month)
  const [from, to] = [dayText(weeks[0]?.[0]), dayText(weeks.at(-1)?.at(-1))]
  const { search, filters } = query
  const some = { ...filters, search, limit: MOST }
  const effective = useQuery(
    ordersQuery({ ...some, 'implementationDate.from': from, 'implementationDate.to': to }),
  )
  const released = useQuery(
    ordersQuery({
      ...some,
      'implementationDate.null': 'true',
      'releasedAt.from': from,
      'releasedAt.to': `${to}T23:59:59Z`,
    }),
  )
  const undated = useQuery(
    ordersQuery({ ...some, limit: 20, 'implementationDate.null': 'true', 'closedAt.null': 'true' }),
  ).data
  const error = effective.error ?? released.error
  if (error) return <QueryError error={error} onRetry={() => void effective.refetch()} />
  const days = byDay([
    ...(effective.data?.changeOrders ?? []),
    ...(released.data?.changeOrders ?? []),
  ])
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
                  <ul>
                    {entries.map(({ order, isReleased }) => (
                      <li key={order.id}>
                        <Link to={orderAddress(order)} title={order.name}>
                          <StateMark state={order.state} />
                          <span className="mono">{order.itemNumber}</span>
                          <span className="truncate">{order.name}</span>
                          <span className="sr-only">
                            {t(isReleased ? 'wasReleased' : 'takesEffect')}
                          </span>
                        </Link>
                      </li>
                    ))}
                  </ul>
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
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
