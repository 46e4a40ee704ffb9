/** The side of a change order: its facts, votes and what stands in the way. */

import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Pencil } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { progressQuery, stepsQuery, workflowQuery } from '../api/changes'
import type { ChangeOrder } from '../api/types'
import { late } from '../forms/late'
import { IconButton } from '../kit/button'
import { formatDate, formatDateTime } from '../kit/format'
import { wordOf } from '../kit/i18n'
import { Person } from '../records/person'
import { Prop, Props } from '../records/two-lines'
import own from './affected.module.css'
import { BelowButton } from './below-button'
import styles from './changes.module.css'
import { guardWords } from './guard-words'
import { levelLabel, stepLabel } from './labels'
import { ReleasePreview } from './release-preview'
import { t } from './texts'
import { useConflicts } from './use-conflicts'
import { useEditReason, useMayReview } from './use-list-reason'

const EditOrderDialog = late(async () => (await import('./edit-order-dialog')).EditOrderDialog)
const FollowedWorkflow = lazy(() =>
  import('./followed-workflow').then((m) => ({ default: m.FollowedWorkflow })),
)
const Problems = lazy(() => import('./followed-workflow').then((m) => ({ default: m.Problems })))
const Votes = lazy(() => import('./votes').then((m) => ({ default: m.Votes })))
const UsedIn = lazy(() => import('./used-in').then((m) => ({ default: m.UsedIn })))

interface OrderDetailsProps {
  order: ChangeOrder
  /** Only what the order says of itself, while what it changes is on its way. */
  isBrief: boolean
}

export function OrderDetails({ order, isBrief }: OrderDetailsProps) {
  const mayReview = useMayReview(order.id)
  const owner = useQuery(progressQuery([order.id])).data?.get(order.id)?.owner
  return (
    <aside className={styles.side} aria-label={t('details')}>
      <section>
        <h2 className={own.headed}>
          {t('details')}
          <EditButton order={order} />
        </h2>
        <Props>
          <Prop name={t('changeType')}>{wordOf(order.changeType)}</Prop>
          <Prop name={t('workflow')}>
            <Suspense>
              <FollowedWorkflow order={order} />
            </Suspense>
          </Prop>
          <Prop name={t('priority')}>{levelLabel(order.priority)}</Prop>
          <Prop name={t('riskLevel')}>{levelLabel(order.riskLevel)}</Prop>
          {order.implementationDate && (
            <Prop name={t('implementationDate')}>{formatDate(order.implementationDate)}</Prop>
          )}
          {order.reasonForChange && (
            <Prop name={t('reasonForChange')}>{order.reasonForChange}</Prop>
          )}
          {!isBrief && (
            <Suspense>
              <Problems id={order.id} />
            </Suspense>
          )}
          {order.impactDescription && <Prop name={t('impact')}>{order.impactDescription}</Prop>}
          {owner && (
            <Prop name={t('owner')}>
              <Person name={owner.name} />
            </Prop>
          )}
          <Prop name={t('createdAt')}>{formatDateTime(order.createdAt)}</Prop>
          {order.submittedAt && (
            <Prop name={t('submittedAt')}>{formatDateTime(order.submittedAt)}</Prop>
          )}
          {order.releasedAt && (
            <Prop name={t('releasedAt')}>{formatDateTime(order.releasedAt)}</Prop>
          )}
        </Props>
      </section>
      {!isBrief && !order.closedAt && <Checks order={order} />}
      {!isBrief && !order.closedAt && mayReview && <Foresight id={order.id} />}
      {!isBrief && (
        <Suspense>
          <Votes id={order.id} />
          <UsedIn id={order.id} />
        </Suspense>
      )}
    </aside>
  )
}

function EditButton({ order }: { order: ChangeOrder }) {
  const [isOpen, setOpen] = useState(false)
  const reason = useEditReason(order)
  const label = t('editTitle', { number: order.itemNumber })
  return (
    <>
      <IconButton icon={Pencil} label={label} reason={reason} onClick={() => setOpen(true)} />
      {isOpen && <EditOrderDialog order={order} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Asked only when it is opened: the server tries the release out for it. */
function Foresight({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('whatRelease')}</summary>
      {isOpen && <ReleasePreview id={id} />}
    </details>
  )
}

function Checks({ order }: { order: ChangeOrder }) {
  const { id } = order
  const conflicts = useConflicts(id)
  const upcoming = useQuery(workflowQuery(id)).data?.upcoming
  const found = useQuery(stepsQuery(id)).data
  const steps = (upcoming ?? found)?.availableTransitions ?? []
  const guards = steps.flatMap((step) =>
    step.guards.map((guard) => ({ ...guard, step: step.name })),
  )
  return (
    <section>
      <h2>{t('checks')}</h2>
      <ul className={styles.checks}>
        {conflicts && (
          <CheckRow isMet={conflicts.length === 0}>
            {conflicts.length === 0
              ? t('noConflict')
              : t('conflictCount', { count: conflicts.length })}
          </CheckRow>
        )}
        {guards.map((guard) => (
          <CheckRow key={guard.step + guard.type} isMet={guard.passed}>
            {stepLabel(guard.step)}: {guardWords(guard)}
            {guard.finding.kind === 'children' && !guard.passed && <BelowButton order={order} />}
          </CheckRow>
        ))}
      </ul>
    </section>
  )
}

function CheckRow({ isMet, children }: { isMet: boolean; children: React.ReactNode }) {
  const Icon = isMet ? CircleCheck : CircleAlert
  return (
    <li data-met={isMet}>
      <Icon size={15} />
      <span className={own.check}>{children}</span>
    </li>
  )
}
