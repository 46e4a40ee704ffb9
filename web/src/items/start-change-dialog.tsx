/** Begins a change order with this item on its branch, and goes there. */

import { useLocation, useNavigate } from '@tanstack/react-router'
import { startChange } from '../api/item-actions'
import { keys } from '../api/keys'
import { useWrite } from '../api/write'
import { FormDialog } from '../kit/dialog'
import { CheckField, TextAreaField, TextField } from '../kit/field'
import { itemAddress } from '../records/item-address'
import { t } from './texts'
import { useItemHere } from './use-item'

export function StartChangeDialog({ onClose }: { onClose: () => void }) {
  const { item } = useItemHere()
  const navigate = useNavigate()
  // Who was about to edit the structure goes on there.
  const tab = useLocation({ select: ({ pathname }) => pathname.split('/')[3] ?? '' })
  const start = useWrite({
    send: (about: { name: string; reasonForChange?: string; releases: boolean }, headers) =>
      startChange(item, about, headers),
    changes: [keys.changeOrders, keys.designs, keys.item(item.id)],
    done: (order) => t('startedChange', { number: order.itemNumber }),
    onDone: (order) => {
      onClose()
      void navigate({ to: itemAddress(item, tab, `eco/${order.itemNumber}`) })
    },
  })
  return (
    <FormDialog
      title={t('startChange')}
      action={t('startChange')}
      isBusy={start.isPending}
      onClose={onClose}
      onSubmit={(form) => {
        const reason = String(form.get('reason') ?? '').trim()
        const name = String(form.get('name')).trim()
        const releases = form.get('releases') === 'on'
        start.mutate({ name, releases, ...(reason && { reasonForChange: reason }) })
      }}
    >
      <p className="muted">{t('startChangeNote')}</p>
      <TextField label={t('changeName')} name="name" required maxLength={500} />
      <TextAreaField label={t('reason')} name="reason" />
      {item.state !== 'Released' && (
        <CheckField label={t('releaseToo')} name="releases" defaultChecked />
      )}
    </FormDialog>
  )
}
