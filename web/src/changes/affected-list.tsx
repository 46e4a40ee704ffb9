/** The items that a change order is about, and which of them are reviewed. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Boxes, X } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { type Affected, addAffected, affectedQuery, markReviewed } from '../api/changes'
import { keys } from '../api/keys'
import type { ChangeOrder } from '../api/types'
import { useWrite } from '../api/write'
import { late } from '../forms/late'
import { IconButton } from '../kit/button'
import { BareInput, CheckField } from '../kit/field'
import { EmptyState, LoadingRows } from '../kit/states'
import { untilItComes } from '../kit/until-it-comes'
import { itemAddress } from '../records/item-address'
import { QueryError } from '../records/query-error'
import { StateMark } from '../records/state-mark'
import own from './affected.module.css'
import { BelowButton } from './below-button'
import styles from './changes.module.css'
import { actionLabel, branchOf } from './labels'
import { t } from './texts'
import { useListReason, useReviewReason } from './use-list-reason'

const PartField = lazy(async () => ({
  default: (await untilItComes(() => import('../records/pickers'))).PartField,
}))
const TakeOffDialog = late(async () => (await import('./take-off-dialog')).TakeOffDialog)

export function AffectedList({ order }: { order: ChangeOrder }) {
  const answer = useQuery(affectedQuery(order.id))
  const items = answer.data?.affectedItems
  return (
    <>
      {/* Whatever becomes of the list, so that nobody loses what they type. */}
      <AddBar order={order} listed={items ?? NONE} />
      {answer.isPending && <LoadingRows columns={4} />}
      {answer.error && <QueryError error={answer.error} onRetry={() => void answer.refetch()} />}
      {!answer.error && items?.length === 0 && (
        <EmptyState icon={Boxes} title={t('noItems')}>
          {t('noItemsNote')}
        </EmptyState>
      )}
      {!answer.error && items && items.length > 0 && (
        <ul className={styles.affected} aria-label={t('items')}>
          {items.map((entry) => (
            <AffectedRow key={entry.id} order={order} entry={entry} />
          ))}
        </ul>
      )}
    </>
  )
}

const NONE: readonly Affected[] = []

interface AddBarProps {
  order: ChangeOrder
  listed: readonly Affected[]
}

function AddBar({ order, listed }: AddBarProps) {
  const box = useRef<HTMLSpanElement>(null)
  const [added, setAdded] = useState({ count: 0, isHere: false })
  const add = useWrite({
    send: (itemId: string, headers) => addAffected(order.id, itemId, headers),
    changes: [keys.changeOrders, keys.designs],
    onDone: () => {
      const isHere = box.current?.contains(document.activeElement) ?? false
      setAdded(({ count }) => ({ count: count + 1, isHere }))
    },
  })
  const reason = useListReason(order)
  const look = { label: t('addItem'), placeholder: t('addItem'), className: own.input }
  return (
    <div className={styles.sum}>
      {!order.closedAt && (
        <span ref={box} className={own.add}>
          <Suspense fallback={<BareInput {...look} readOnly tabIndex={-1} />}>
            <PartField
              // Empty again for the next one.
              key={added.count}
              {...look}
              isBare
              autoFocus={added.isHere}
              reason={reason}
              without={listed.map((entry) => entry.itemId)}
              onChoose={(part) => part && add.mutate(part.value)}
            />
          </Suspense>
        </span>
      )}
      {reason && !order.closedAt && <span className="muted">{reason}</span>}
      {listed.length > 0 && <BelowButton order={order} />}
    </div>
  )
}

function AffectedRow({ order, entry }: { order: ChangeOrder; entry: Affected }) {
  const review = useWrite({
    send: (reviewed: boolean, headers) =>
      markReviewed(order.id, { id: entry.id, reviewed }, headers),
    changes: [keys.changeOrders],
  })
  const at = entry.branchId ? branchOf(order, entry) : undefined
  const reason = useReviewReason(order)
  // After the end of a change, main goes its own way.
  const isGone = entry.isGoneFromMain && !order.closedAt
  return (
    <li>
      <Link to={itemAddress(entry, '', at)} className={styles.entry}>
        <span className="mono">{entry.itemNumber}</span>
        <span className="truncate">{entry.name}</span>
      </Link>
      <span className={styles.tag}>{actionLabel(entry.changeAction)}</span>
      <span className={own.state}>
        {isGone && <span className={styles.tag}>{t('goneFromMain')}</span>}
        {(!isGone || entry.workingCopyId) && <StateMark state={entry.state} />}
      </span>
      <CheckField
        label={t('reviewed')}
        checked={entry.reviewed}
        reason={reason}
        onChange={(event) => review.mutate(event.target.checked)}
      />
      {!order.closedAt && <RemoveButton order={order} entry={entry} />}
    </li>
  )
}

function RemoveButton({ order, entry }: { order: ChangeOrder; entry: Affected }) {
  const [isAsking, ask] = useState(false)
  const reason = useListReason(order)
  const label = t('takeOff', { number: entry.itemNumber })
  return (
    <>
      <IconButton icon={X} label={label} reason={reason} onClick={() => ask(true)} />
      {isAsking && <TakeOffDialog {...{ order, entry, reason }} onClose={() => ask(false)} />}
    </>
  )
}
