/** Everything that a maker of an assembly needs, as one ZIP. */

import { packageAddress } from '../api/exports'
import type { Context } from '../api/items'
import { FormDialog } from '../kit/dialog'
import { FileChoices, outgoingOf } from './file-choices'
import { t } from './texts'

interface PackageDialogProps {
  item: { id: string; itemNumber: string; revision: string; state: string }
  context: Context
  onClose: () => void
}

export function PackageDialog({ item, context, onClose }: PackageDialogProps) {
  const take = (form: FormData) => {
    const link = document.createElement('a')
    link.href = packageAddress(item.id, outgoingOf(form), context)
    link.download = ''
    link.click()
    onClose()
  }
  // An old revision has its own package.
  const number = [item.itemNumber, item.revision].join(' ').replace(/ -$/, '')
  return (
    <FormDialog
      title={t('packageTitle', { number })}
      action={t('packageAction')}
      onClose={onClose}
      onSubmit={take}
    >
      <p className="muted">{t('packageNote')}</p>
      <FileChoices item={item} />
    </FormDialog>
  )
}
