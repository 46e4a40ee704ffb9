/** Begins another workflow than the one that changes of the kind follow. */

import { startWorkflow } from '../api/changes'
import { keys } from '../api/keys'
import type { ChangeOrder } from '../api/types'
import type { Workflow } from '../api/workflows'
import { useWrite } from '../api/write'
import { FormDialog } from '../kit/dialog'
import { SelectField } from '../kit/field'
import { wordOf } from '../kit/i18n'
import { t } from './texts'

interface OtherWorkflowDialogProps {
  order: ChangeOrder
  others: readonly Workflow[]
  onClose: () => void
}

export function OtherWorkflowDialog({ order, others, onClose }: OtherWorkflowDialogProps) {
  const nameOf = (id: string) => wordOf(others.find((one) => one.id === id)?.name ?? '')
  const start = useWrite({
    send: (id: string, headers) => startWorkflow(order.id, id, headers),
    changes: [keys.changeOrders, keys.items],
    done: (_, id) => t('workflowBegun', { number: order.itemNumber, name: nameOf(id) }),
    onDone: onClose,
  })
  return (
    <FormDialog
      title={t('otherWorkflow')}
      action={t('beginWorkflow')}
      isBusy={start.isPending}
      onClose={onClose}
      onSubmit={(form) => start.mutate(String(form.get('definition')))}
    >
      <SelectField
        label={t('workflow')}
        name="definition"
        choices={others.map(({ id, name }) => ({ value: id, label: wordOf(name) }))}
      />
      <p className="muted">{t('otherWorkflowNote')}</p>
    </FormDialog>
  )
}
