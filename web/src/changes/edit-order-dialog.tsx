/** Changes what a change order says of itself. */

import { useQuery } from '@tanstack/react-query'
import { orderQuery, updateOrder } from '../api/changes'
import { keys } from '../api/keys'
import type { ChangeOrder } from '../api/types'
import { RecordDialog } from '../forms/form-dialog'
import { LastChange } from '../forms/last-change'
import type { FormField } from '../kit/form-fields'
import { wordOf } from '../kit/i18n'
import { KINDS, LEVELS, levelLabel } from './labels'
import { t } from './texts'

export function EditOrderDialog({ order, onClose }: { order: ChangeOrder; onClose: () => void }) {
  const etag = useQuery(orderQuery(order.itemNumber)).data?.etag
  return (
    <RecordDialog
      title={t('editTitle', { number: order.itemNumber })}
      action={t('save')}
      fields={fieldsOf(order)}
      uniqueField="itemNumber"
      isEdit
      savedBy={<LastChange id={order.id} />}
      write={{
        send: (changed, headers) => updateOrder(order.id, changed, headers),
        etag: () => etag,
        changes: [keys.changeOrders, keys.search],
        done: t('saved'),
      }}
      onClose={onClose}
    />
  )
}

function fieldsOf(order: ChangeOrder): FormField[] {
  const levels = LEVELS.map((value) => ({ value, label: levelLabel(value) }))
  const choice = { kind: 'choice', choices: levels, isHalf: true } as const
  const types = KINDS.map((value) => ({ value, label: wordOf(value) }))
  const fields: FormField[] = [
    { name: 'name', label: t('name'), kind: 'text', isRequired: true, maxLength: 500 },
    { ...choice, name: 'changeType', label: t('changeType'), choices: types },
    { name: 'implementationDate', label: t('implementationDate'), kind: 'date', isHalf: true },
    { ...choice, name: 'priority', label: t('priority') },
    { ...choice, name: 'riskLevel', label: t('riskLevel') },
    { name: 'reasonForChange', label: t('reasonForChange'), kind: 'long' },
    { name: 'impactDescription', label: t('impact'), kind: 'long' },
  ]
  const isChosen = (name: string) => name.endsWith('Type') || name === 'priority'
  return fields.map((field) => {
    const value = order[field.name as 'name'] ?? undefined
    return { ...field, value, isRequired: field.isRequired || isChosen(field.name) }
  })
}
