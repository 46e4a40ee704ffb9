/** What the change changes, item by item, read with the keys of a reviewer. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { GitCompareArrows } from 'lucide-react'
import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react'
import {
  affectedQuery,
  type Difference,
  differencesQuery,
  FIRST_DIFFERENCES,
  markReviewed,
} from '../api/changes'
import { keys } from '../api/keys'
import type { ChangeOrder } from '../api/types'
import { useWrite } from '../api/write'
import { buttonClass } from '../kit/button'
import { CheckField } from '../kit/field'
import { formatDecimal } from '../kit/format'
import { passFocus } from '../kit/pass-focus'
import { useShortcut } from '../kit/shortcuts'
import { EmptyState, LoadingRows } from '../kit/states'
import { usePainted } from '../kit/use-painted'
import { QueryError } from '../records/query-error'
import styles from './changes.module.css'
import { countOnScreen, RedlineCard, rowCount } from './redline-card'
import { t } from './texts'
import { useReviewReason } from './use-list-reason'

export function Redlines({ order }: { order: ChangeOrder }) {
  const first = useQuery(differencesQuery(order.id, FIRST_DIFFERENCES))
  const count = first.data?.total ?? 0
  const isPainted = usePainted(!first.isPending)
  const every = useQuery({
    ...differencesQuery(order.id),
    enabled: isPainted && count > FIRST_DIFFERENCES,
  })
  const { error } = first.error ? first : every
  if (first.isPending) return <LoadingRows columns={4} />
  if (error) {
    const retry = () => void (first.error ? first : every).refetch()
    return <QueryError error={error} onRetry={retry} />
  }
  const loaded = (count > FIRST_DIFFERENCES && every.data?.items) || first.data?.items || NONE
  return <Loaded order={order} loaded={loaded} count={count} />
}

const NONE: readonly Difference[] = []

/** The way to another tab goes away with its own. */
const toPage = passFocus()

interface LoadedProps {
  order: ChangeOrder
  loaded: readonly Difference[]
  /** How many there are; those that have not come yet included. */
  count: number
}

function Loaded({ order, loaded, count }: LoadedProps) {
  // Two hundred cards are drawn while the first can be read and worked with.
  const items = useDeferredValue(loaded)
  if (items.length === 0) {
    return (
      <EmptyState
        icon={GitCompareArrows}
        title={t('noChanges')}
        actions={
          !order.closedAt && (
            <Link ref={toPage} to="." search={{ tab: 'items' }} className={buttonClass({})}>
              {t('listItems')}
            </Link>
          )
        }
      >
        {t('noChangesNote')}
      </EmptyState>
    )
  }
  return <Cards order={order} items={items} count={count} />
}

interface CardsProps {
  order: ChangeOrder
  items: readonly Difference[]
  count: number
}

function Cards({ order, items: all, count }: CardsProps) {
  const [isOnly, setOnly] = useState(false)
  const items = shownOf(all, isOnly)
  const [drawn] = useState(() => countOnScreen(all))
  const box = useRef<HTMLDivElement>(null)
  const affected = useQuery(affectedQuery(order.id)).data?.affectedItems
  const branches = useMemo(
    () => new Map(affected?.map((entry) => [entry.id, entry.branchId])),
    [affected],
  )
  const [place, setAt] = useState(0)
  const at = Math.min(place, items.length - 1)
  const current = items[at]
  const review = useWrite({
    send: (entry: { id: string; reviewed: boolean }, headers) =>
      markReviewed(order.id, entry, headers),
    changes: [keys.changeOrders],
  })
  const reason = useReviewReason(order)
  const toggle = (item: Difference) => review.mutate({ id: item.entryId, reviewed: !item.reviewed })
  const goTo = (next: number) => {
    const to = Math.max(0, Math.min(next, items.length - 1))
    setAt(to)
    const card = box.current?.children[to]
    card?.scrollIntoView({ block: 'nearest' })
    if (card instanceof HTMLElement) card.focus({ preventScroll: true })
  }
  useShortcut('j', t('nextItem'), () => goTo(at + 1))
  useShortcut('k', t('previousItem'), () => goTo(at - 1))
  const stepTo = (by: 1 | -1) => {
    if (stepWithin(box.current?.children[at], by)) return
    const ways = items.map((_, place) => place).filter((one) => (one - at) * by > 0)
    const to = (by > 0 ? ways : ways.reverse()).find(
      (one) => rowCount(items[one] as Difference) > 0,
    )
    if (to === undefined) return
    goTo(to)
    enter(box.current?.children[to], by)
  }
  useShortcut('n', t('nextDifference'), () => stepTo(1))
  useShortcut('p', t('previousDifference'), () => stepTo(-1))
  useShortcut('c', t('commentHere'), () => {
    box.current?.children[at]?.querySelector<HTMLElement>('[data-comment]')?.click()
  })
  const markAndGo = () => {
    if (current) toggle(current)
    goTo(at + 1)
  }
  useShortcut('r', t('markReviewed'), markAndGo, { isOn: !reason })
  return (
    <>
      <Summary items={all} count={count}>
        {all.some((item) => rowCount(item) === 0) && (
          <CheckField
            label={t('onlyChanged')}
            checked={isOnly}
            onChange={({ target: { checked } }) => {
              setOnly(checked)
              // The same item stays the current one, where it is still shown.
              setAt(Math.max(0, shownOf(all, checked).indexOf(current as Difference)))
            }}
          />
        )}
      </Summary>
      <div ref={box} className={styles.cards}>
        {items.map((item, index) => (
          <RedlineCard
            key={item.itemNumber}
            order={order}
            item={item}
            branchId={branches.get(item.entryId) ?? null}
            isCurrent={item === current}
            isFirst={index < drawn}
            onCurrent={() => setAt(index)}
            onReview={() => toggle(item)}
            reviewReason={reason}
          />
        ))}
      </div>
    </>
  )
}

function shownOf(all: readonly Difference[], isOnly: boolean): readonly Difference[] {
  return isOnly ? all.filter((item) => rowCount(item) > 0) : all
}

interface SummaryProps {
  items: readonly Difference[]
  count: number
  children: ReactNode
}

/** The sums over all items, once all are there. */
function Summary({ items, count: total, children }: SummaryProps) {
  const count = (part: (item: Difference) => number) => items.reduce((sum, i) => sum + part(i), 0)
  const fields = count((item) => Object.keys(item.fields).length)
  if (items.length < total) {
    return <div className={styles.sum}>{t('reading', { shown: items.length, count: total })}</div>
  }
  const told = [
    [items.length, t('sumItems', { count: items.length })],
    [fields, t('sumFields', { count: fields })],
    ...(['added', 'removed', 'changed'] as const).map((way) => {
      const many = count((item) => item.bom[way].length)
      return [many, t(`sum_${way}`, { count: many })] as const
    }),
  ] as const
  const reviewed = items.filter((item) => item.reviewed).length
  return (
    <div className={styles.sum}>
      {told
        .filter(([many]) => many > 0)
        .map(([many, text]) => (
          <span key={text}>
            <b className="figures">{formatDecimal(many)}</b> {text}
          </span>
        ))}
      <span>{t('reviewedOf', { reviewed, count: items.length })}</span>
      {children}
      <span className={styles.keys} aria-hidden>
        {t('redlineKeys')}
      </span>
    </div>
  )
}

const rowsOf = (card: Element) => [...card.querySelectorAll<HTMLElement>('[data-difference]')]

function show(row: HTMLElement) {
  row.focus()
  row.scrollIntoView({ block: 'nearest' })
}

/** The focus to the next row of a card that differs; false at the card's end. */
function stepWithin(card: Element | undefined, by: 1 | -1): boolean {
  if (!card) return false
  const focused = document.activeElement
  const from = focused && card.contains(focused) ? focused : card
  const side = by > 0 ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING
  const ahead = rowsOf(card).filter((row) => from.compareDocumentPosition(row) & side)
  const next = by > 0 ? ahead[0] : ahead.at(-1)
  if (next) show(next)
  return next !== undefined
}

const MOST_FRAMES = 30

/** The focus from a card to its first row, or its last; what was far away is drawn first. */
function enter(card: Element | undefined, by: 1 | -1, frames = 0) {
  if (!card || document.activeElement !== card) return
  const row = rowsOf(card).at(by > 0 ? 0 : -1)
  if (row) show(row)
  else if (frames < MOST_FRAMES) requestAnimationFrame(() => enter(card, by, frames + 1))
}
