/** Makes a change order. */

import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMe } from '../api/account'
import { createOrder, ordersQuery } from '../api/changes'
import { designsQuery } from '../api/designs'
import { linkProblem } from '../api/item-changes'
import { keys } from '../api/keys'
import { useWrite } from '../api/write'
import { FormDialog } from '../kit/dialog'
import { SelectField, TextAreaField, TextField } from '../kit/field'
import { wordOf } from '../kit/i18n'
import { orderAddress } from '../records/order-address'
import { DesignField } from '../records/pickers'
import styles from './changes.module.css'
import { KINDS, LEVELS, levelLabel } from './labels'
import { t } from './texts'

interface NewOrderDialogProps {
  /** The problem that it begins with. */
  problem: { id: string; text: string } | undefined
  onClose: () => void
}

export function NewOrderDialog({ problem, onClose }: NewOrderDialogProps) {
  const navigate = useNavigate()
  const usual = useUsualDesign()
  // The change stands without it, so that it is not made twice where this is refused.
  const link = useWrite({ send: linkProblem, changes: [keys.changeOrders, keys.items] })
  const make = useWrite({
    send: createOrder,
    changes: [keys.changeOrders, keys.search],
    done: (order) => t('created', { number: order.itemNumber }),
    onDone: (order) => {
      if (problem) link.mutate({ orderId: order.id, problemId: problem.id })
      onClose()
      void navigate({ to: orderAddress(order) })
    },
  })
  const levels = LEVELS.map((value) => ({ value, label: levelLabel(value) }))
  const kinds = KINDS.map((value) => ({ value, label: wordOf(value) }))
  const submit = (form: FormData) => {
    const filled = [...form.entries()].filter(([, value]) => String(value).trim() !== '')
    make.mutate(Object.fromEntries(filled.map(([name, value]) => [name, String(value).trim()])))
  }
  return (
    <FormDialog
      title={t('new')}
      action={t('create')}
      onClose={onClose}
      onSubmit={submit}
      isBusy={make.isPending}
    >
      <TextField label={t('name')} name="name" required maxLength={500} />
      <div className={styles.two}>
        <DesignField
          // Anew when the design comes after the dialog, which takes its first value once.
          key={usual?.value}
          label={t('design')}
          name="designId"
          placeholder={t('library')}
          initial={usual}
        />
        <SelectField label={t('changeType')} name="changeType" choices={kinds} />
        <SelectField label={t('priority')} name="priority" choices={levels} />
        <SelectField label={t('riskLevel')} name="riskLevel" choices={levels} />
        <TextField label={t('implementationDate')} name="implementationDate" type="date" />
      </div>
      <TextAreaField
        label={t('reasonForChange')}
        name="reasonForChange"
        defaultValue={problem?.text}
      />
    </FormDialog>
  )
}

/** The design of the last change order that the reader made, or else the only one that there is. */
function useUsualDesign() {
  const me = useMe()
  const asked = { createdBy: me?.id, sort: 'createdAt:desc', limit: 1 }
  const own = useQuery({ ...ordersQuery(asked), enabled: me !== undefined }).data
  const { designs = [], total } = useQuery(designsQuery).data ?? {}
  const last = own?.changeOrders[0]
  const only = total === 1 ? designs[0] : undefined
  const usual = last ? designs.find(({ id }) => id === last.designId) : own && only
  return usual && { value: usual.id, code: usual.code, label: usual.name }
}
