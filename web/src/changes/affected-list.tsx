/** The items that a change order is about, and which of them are reviewed. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Boxes, X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { type Affected, addAffected, affectedQuery, markReviewed } from '../api/changes'
import { keys } from '../api/keys'
import type { ChangeOrder } from '../api/types'
import { useWrite } from '../api/write'
import { late } from '../forms/late'
import { IconButton } from '../kit/button'
import { CheckField } from '../kit/field'
import { EmptyState, LoadingRows } from '../kit/states'
import { itemAddress } from '../records/item-address'
import { QueryError } from '../records/query-error'
import { StateMark } from '../records/state-mark'
import own from './affected.module.css'
import { BelowButton } from './below-button'
import styles from './changes.module.css'
import { actionLabel } from './labels'
import { t } from './texts'
import { useListReason, useReviewReason } from './use-list-reason'

const PartField = lazy(() => import('../records/pickers').then((m) => ({ default: m.PartField })))
const TakeOffDialog = late(async () => (await import('./take-off-dialog')).TakeOffDialog)

export function AffectedList({ order }: { order: ChangeOrder }) {
  const answer = useQuery(affectedQuery(order.id))
  if (answer.isPending) return <LoadingRows columns={4} />
  if (answer.error) return <QueryError error={answer.error} onRetry={() => void answer.refetch()} />
  const items = answer.data?.affectedItems ?? []
  if (items.length === 0) {
    return (
      <>
        <AddBar order={order} listed={items} />
        <EmptyState icon={Boxes} title={t('noItems')}>
          {t('noItemsNote')}
        </EmptyState>
      </>
    )
  }
  return (
    <>
      <AddBar order={order} listed={items} />
      <ul className={styles.affected} aria-label={t('items')}>
        {items.map((entry) => (
          <AffectedRow key={entry.id} order={order} entry={entry} />
        ))}
      </ul>
    </>
  )
}

interface AddBarProps {
  order: ChangeOrder
  listed: readonly Affected[]
}

function AddBar({ order, listed }: AddBarProps) {
  const add = useWrite({
    send: (itemId: string, headers) => addAffected(order.id, itemId, headers),
    changes: [keys.changeOrders, keys.designs],
  })
  const reason = useListReason(order)
  return (
    <div className={styles.sum}>
      {reason === null && (
        <span className={own.add}>
          <Suspense>
            <PartField
              // Empty again for the next one.
              key={listed.length}
              label={t('addItem')}
              placeholder={t('addItem')}
              isBare
              className={own.input}
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
  const at = entry.branchId ? `eco/${order.itemNumber}` : undefined
  const reason = useReviewReason(order)
  return (
    <li>
      <Link to={itemAddress(entry, '', at)} className={styles.entry}>
        <span className="mono">{entry.itemNumber}</span>
        <span className="truncate">{entry.name}</span>
      </Link>
      <span className={styles.tag}>{actionLabel(entry.changeAction)}</span>
      <StateMark state={entry.state} />
      <CheckField
        label={t('reviewed')}
        checked={entry.reviewed}
        disabled={reason !== null}
        title={reason ?? undefined}
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
