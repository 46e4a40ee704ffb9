/** What becomes of a card that was moved: the step is asked for, or it is said why there is none. */

import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import type { OrderRow } from '../api/changes'
import { problemOf } from '../api/problem'
import { problemText } from '../api/tell'
import { wordOf } from '../kit/i18n'
import { LoadingRows } from '../kit/states'
import styles from './board.module.css'
import { type Choice, DecisionDialog, reasonNow, useChoices } from './decisions'
import { stepLabel } from './labels'
import { NoticeDialog } from './notice-dialog'
import { t } from './texts'

export interface Move {
  order: OrderRow
  to: string
}

export function BoardMove({ move, onClose }: { move: Move; onClose: () => void }) {
  const { order, to } = move
  const { choices, error } = useChoices(order)
  // What the dialog opened with: who writes a comment keeps it when others move the change on.
  const [opened, open] = useState<Choice>()
  const chosen = choices?.find((choice) => choice.to === to)
  if (!opened && chosen && !chosen.reason) open(chosen)
  if (choices && opened) {
    const reason = reasonNow(choices, opened)
    return <DecisionDialog order={order} asked={opened} reason={reason} onClose={onClose} />
  }
  const possible = choices?.filter((choice) => !choice.reason && choice.to)
  return (
    <NoticeDialog
      title={t('cannotMove', { number: order.itemNumber, state: wordOf(to) })}
      onClose={onClose}
    >
      {!choices && !error && <LoadingRows rows={2} columns={1} />}
      {!choices && error !== null && <p role="alert">{problemText(problemOf(error))}</p>}
      {choices && (
        <p className={styles.why}>
          <CircleAlert size={15} />
          {chosen?.reason ?? t('noStep', { from: wordOf(order.state), to: wordOf(to) })}
        </p>
      )}
      {possible && possible.length > 0 && (
        <p className="muted">
          {t('possible', {
            steps: possible
              .map((choice) => `${stepLabel(choice.label)} → ${wordOf(choice.to ?? '')}`)
              .join(', '),
          })}
        </p>
      )}
    </NoticeDialog>
  )
}
