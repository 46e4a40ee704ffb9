/** Makes an item of one type. */

import { useNavigate } from '@tanstack/react-router'
import { declared } from '../api/declared'
import { createItem } from '../api/item-actions'
import type { ItemType } from '../api/items'
import { keys } from '../api/keys'
import { RecordDialog } from '../forms/form-dialog'
import type { FormField } from '../kit/form-fields'
import { itemAddress } from '../records/item-address'
import { DesignField, MaterialField, PersonField } from '../records/pickers'
import { fieldLabel, fieldsOf, type ItemField } from './fields'
import { t } from './texts'
import { wireChanges } from './typed-unit'
import { unitField } from './unit-field'

interface NewItemDialogProps {
  type: ItemType
  onClose: () => void
}

export function NewItemDialog({ type, onClose }: NewItemDialogProps) {
  const navigate = useNavigate()
  return (
    <RecordDialog
      title={t(`new${type}`)}
      action={t('create')}
      fields={formFields(type)}
      uniqueField="itemNumber"
      write={{
        send: (filled, headers) => createItem({ type, ...wireValues(filled) }, headers),
        changes: [keys.items, keys.search],
        done: (item) => t('created', { number: item.itemNumber }),
        onDone: (item) => void navigate({ to: itemAddress(item) }),
      }}
      onClose={onClose}
    />
  )
}

function wireValues(filled: Readonly<Record<string, string | null>>) {
  // What is typed beside a figure counts more than the unit proposed for it.
  const inOrder = Object.entries(filled).toSorted(([one], [other]) => rank(other) - rank(one))
  const now = filled.costCurrency ?? ''
  return Object.assign({}, ...inOrder.map(([name, text]) => wireChanges(name, text ?? '', now)))
}

function rank(name: string): number {
  return name === 'weightUnit' || name === 'costCurrency' ? 1 : 0
}

function formFields(type: ItemType): FormField[] {
  const own = fieldsOf(type).filter((field) => !field.isReadOnly && !field.isExtra)
  return [
    { name: 'name', label: t('name'), ...declared(type, 'name') },
    {
      name: 'itemNumber',
      label: t('number'),
      ...declared(type, 'itemNumber'),
      placeholder: t('nextNumber'),
      isHalf: true,
    },
    {
      name: 'designId',
      label: t('design'),
      kind: 'text',
      control: (told) => <DesignField {...told} placeholder={t('library')} />,
      isHalf: true,
    },
    ...own.map((field) => formField(field)),
    { name: 'description', label: t('description'), ...declared(type, 'description') },
  ]
}

function formField(field: ItemField): FormField {
  const { name, kind, maxLength, choices } = field
  return {
    name,
    label: fieldLabel(field),
    kind,
    maxLength,
    choices,
    unit: field.unit && unitField(field.unit),
    control: controlOf(field),
    isHalf: kind !== 'long',
  }
}

function controlOf({ name, kind }: ItemField): FormField['control'] {
  if (kind === 'person') return (told) => <PersonField {...told} />
  return name === 'material' ? (told) => <MaterialField {...told} isFree /> : undefined
}
