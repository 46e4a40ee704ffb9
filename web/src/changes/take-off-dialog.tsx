/** Asks before an item is taken off a change, which drops what the change did with it. */

import { type Affected, removeAffected } from '../api/changes'
import { keys } from '../api/keys'
import type { ChangeOrder } from '../api/types'
import { useWrite } from '../api/write'
import { FormDialog } from '../kit/dialog'
import { t } from './texts'

interface TakeOffDialogProps {
  order: ChangeOrder
  entry: Affected
  /** Why it cannot be taken off; it may come while this is asked. */
  reason: string | null
  onClose: () => void
}

export function TakeOffDialog({ order, entry, reason, onClose }: TakeOffDialogProps) {
  const remove = useWrite({
    send: (_: undefined, headers) => removeAffected(order.id, entry.id, headers),
    changes: [keys.changeOrders, keys.items, keys.designs],
    done: t('takenOff', { number: entry.itemNumber }),
    onDone: onClose,
  })
  return (
    <FormDialog
      title={t('takeOff', { number: entry.itemNumber })}
      action={t('takeOffNow')}
      isDanger
      isBusy={remove.isPending}
      reason={reason}
      onClose={onClose}
      onSubmit={() => remove.mutate(undefined)}
    >
      <p>{t('takeOffNote')}</p>
      {reason && <p role="alert">{reason}</p>}
    </FormDialog>
  )
}
