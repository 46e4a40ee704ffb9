/** Everything that a maker of an assembly needs, as one ZIP. */

import { downloadPackage } from '../api/exports'
import type { Context } from '../api/items'
import { useWrite } from '../api/write'
import { FormDialog } from '../kit/dialog'
import { FileChoices, type Outgoing, outgoingOf } from './file-choices'
import { t } from './texts'

interface PackageDialogProps {
  item: { id: string; itemNumber: string; revision: string; state: string }
  context: Context
  onClose: () => void
}

export function PackageDialog({ item, context, onClose }: PackageDialogProps) {
  const take = useWrite({
    send: (wish: Outgoing) => downloadPackage(item.id, wish, context),
    changes: [],
    onDone: onClose,
  })
  // An old revision has its own package.
  const number = [item.itemNumber, item.revision].join(' ').replace(/ -$/, '')
  return (
    <FormDialog
      title={t('packageTitle', { number })}
      action={t('packageAction')}
      isBusy={take.isPending}
      onClose={onClose}
      onSubmit={(form) => take.mutate(outgoingOf(form))}
    >
      <p className="muted">{t('packageNote')}</p>
      <FileChoices item={item} />
    </FormDialog>
  )
}
