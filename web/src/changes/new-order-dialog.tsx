/** Makes a change order. */

import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { createOrder } from '../api/changes'
import { designsQuery } from '../api/designs'
import { keys } from '../api/keys'
import { useWrite } from '../api/write'
import { FormDialog } from '../kit/dialog'
import { SelectField, TextAreaField, TextField } from '../kit/field'
import { wordOf } from '../kit/i18n'
import { orderAddress } from '../records/order-address'
import styles from './changes.module.css'
import { KINDS, LEVELS, levelLabel } from './labels'
import { t } from './texts'

export function NewOrderDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const designs = useQuery(designsQuery).data?.designs ?? []
  const make = useWrite({
    send: createOrder,
    changes: [keys.changeOrders, keys.search],
    done: (order) => t('created', { number: order.itemNumber }),
    onDone: (order) => {
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
  const choices = designs.map(({ id, code, name }) => ({ value: id, label: `${code}  ${name}` }))
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
        <SelectField
          label={t('design')}
          name="designId"
          choices={[{ value: '', label: t('library') }, ...choices]}
        />
        <SelectField label={t('changeType')} name="changeType" choices={kinds} />
        <SelectField label={t('priority')} name="priority" choices={levels} />
        <SelectField label={t('riskLevel')} name="riskLevel" choices={levels} />
        <TextField label={t('implementationDate')} name="implementationDate" type="date" />
      </div>
      <TextAreaField label={t('reasonForChange')} name="reasonForChange" />
    </FormDialog>
  )
}
