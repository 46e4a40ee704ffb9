/** The items that a change order is about, and which of them are reviewed. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Boxes, ListPlus } from 'lucide-react'
import { type Affected, addUnreleasedBelow, affectedQuery, markReviewed } from '../api/changes'
import { keys } from '../api/keys'
import type { ChangeOrder } from '../api/types'
import { useWrite } from '../api/write'
import { Button } from '../kit/button'
import { CheckField } from '../kit/field'
import { EmptyState, LoadingRows } from '../kit/states'
import { itemAddress } from '../records/item-address'
import { QueryError } from '../records/query-error'
import { StateMark } from '../records/state-mark'
import styles from './changes.module.css'
import { actionLabel } from './labels'
import { t } from './texts'

export function AffectedList({ order }: { order: ChangeOrder }) {
  const answer = useQuery(affectedQuery(order.id))
  if (answer.isLoading) return <LoadingRows columns={4} />
  if (answer.error) return <QueryError error={answer.error} onRetry={() => void answer.refetch()} />
  const items = answer.data?.affectedItems ?? []
  if (items.length === 0) {
    return (
      <EmptyState icon={Boxes} title={t('noItems')}>
        {t('noItemsNote')}
      </EmptyState>
    )
  }
  return (
    <>
      <BelowButton order={order} />
      <ul className={styles.affected} aria-label={t('items')}>
        {items.map((entry) => (
          <AffectedRow key={entry.id} order={order} entry={entry} />
        ))}
      </ul>
    </>
  )
}

function BelowButton({ order }: { order: ChangeOrder }) {
  const add = useWrite({
    send: (_: undefined, headers) => addUnreleasedBelow(order.id, headers),
    changes: [keys.changeOrders],
    done: (added) => (added > 0 ? t('addedBelow', { count: added }) : t('nothingBelow')),
  })
  return (
    <div className={styles.sum}>
      <Button
        icon={ListPlus}
        reason={order.closedAt ? t('closed') : null}
        aria-busy={add.isPending}
        onClick={() => add.mutate(undefined)}
      >
        {t('addBelow')}
      </Button>
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
        onChange={(event) => review.mutate(event.target.checked)}
      />
    </li>
  )
}
