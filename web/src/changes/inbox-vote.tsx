/** A vote where the inbox asks for it, without opening the change. */

import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { problemOf } from '../api/problem'
import { problemText } from '../api/tell'
import { Dialog, DialogBody } from '../kit/dialog'
import { wordOf } from '../kit/i18n'
import { LoadingRows } from '../kit/states'
import { orderAddress } from '../records/order-address'
import { type Choice, DecisionDialog, reasonNow, useChoices } from './decisions'
import { NoticeDialog } from './notice-dialog'
import { t } from './texts'
import styles from './votes.module.css'

interface InboxVoteProps {
  order: { id: string; itemNumber: string; name: string }
  onClose: () => void
}

export function InboxVote({ order, onClose }: InboxVoteProps) {
  const [wanted, want] = useState<'approve' | 'reject'>('approve')
  // What the dialog opened with: who writes a comment keeps it when others move the change on.
  const [opened, open] = useState<readonly Choice[]>()
  const { choices, error } = useChoices(order)
  if (!choices && error)
    return <NoVote {...{ order, onClose }} reason={problemText(problemOf(error))} />
  if (!choices)
    return (
      <Dialog title={order.itemNumber} onClose={onClose}>
        <DialogBody>
          <LoadingRows rows={3} columns={1} />
        </DialogBody>
      </Dialog>
    )
  const votes = choices.filter(({ decision: { kind } }) => kind === 'approve' || kind === 'reject')
  const possible = votes.filter(({ reason }) => !reason)
  if (!opened && possible.length > 0) open(possible)
  const asked = (opened ?? possible).find(({ decision }) => decision.kind === wanted)
  if (!asked) return <NoVote {...{ order, onClose }} reason={votes[0]?.reason ?? t('noVoteNow')} />
  return (
    <DecisionDialog
      order={order}
      asked={asked}
      reason={reasonNow(choices, asked)}
      onClose={onClose}
    >
      <p>
        {order.name}.{' '}
        <Link to={orderAddress(order)} className="link">
          {t('readRedlines')}
        </Link>
      </p>
      <fieldset className={styles.choice}>
        <legend>{t('yourVote')}</legend>
        {(['approve', 'reject'] as const).map((one) => (
          <label key={one}>
            <input type="radio" name="vote" checked={wanted === one} onChange={() => want(one)} />
            {wordOf(t(one))}
          </label>
        ))}
      </fieldset>
    </DecisionDialog>
  )
}

function NoVote({ order, reason, onClose }: InboxVoteProps & { reason: string }) {
  return (
    <NoticeDialog title={order.itemNumber} onClose={onClose}>
      <p>{reason}</p>
      <Link to={orderAddress(order)} className="link">
        {t('readRedlines')}
      </Link>
    </NoticeDialog>
  )
}
