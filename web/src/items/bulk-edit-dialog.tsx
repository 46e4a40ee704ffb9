/** Sets one field of all items selected, after a look at what stands against it. */

import { useState } from 'react'
import { batchUpdate, type Refusal } from '../api/batch'
import type { Context, ItemType } from '../api/items'
import { keys } from '../api/keys'
import { useWrite } from '../api/write'
import { FormDialog } from '../kit/dialog'
import { SelectField } from '../kit/field'
import { type FormField, FormFields } from '../kit/form-fields'
import {
  type AnyItem,
  DESCRIPTION,
  fieldLabel,
  fieldsOf,
  type ItemField,
  plainText,
  rawValue,
  valueLabel,
} from './fields'
import styles from './items.module.css'
import { t } from './texts'
import { wireChangesIn } from './typed-unit'
import { unitField } from './unit-field'

interface BulkEditDialogProps {
  type: ItemType
  items: readonly AnyItem[]
  /** Where they are changed. */
  context: Context
  onClose: () => void
  onDone: () => void
}

export function BulkEditDialog({ type, items, context, onClose, onDone }: BulkEditDialogProps) {
  const fields = [...fieldsOf(type), DESCRIPTION].filter(
    (field) => !field.isReadOnly && field.kind !== 'person',
  )
  const [name, setName] = useState(fields[0]?.name)
  const [refused, setRefused] = useState<readonly Refusal[]>([])
  const field = fields.find((one) => one.name === name)
  const save = useWrite({
    send: async (changes: Record<string, unknown>, headers) => {
      const tryKey = `${headers['Idempotency-Key']}-try`
      const all = { items: items.map(({ id }) => ({ id, changes })), context }
      const trial = { 'Idempotency-Key': tryKey }
      const against = await batchUpdate({ ...all, dryRun: true }, trial)
      return against.length > 0 ? against : batchUpdate({ ...all, dryRun: false }, headers)
    },
    changes: [keys.items, keys.search],
    done: (against) => (against.length > 0 ? '' : t('changedItems', { count: items.length })),
    onDone: (against) => {
      setRefused(against)
      if (against.length === 0) onDone()
    },
  })
  if (!field) return null
  const submit = (form: FormData) => {
    const entered = (name: string) => String(form.get(name) ?? '').trim()
    save.mutate(wireChangesIn(field.name, entered('value'), entered(field.unit ?? '')))
  }
  return (
    <FormDialog
      title={t('bulkTitle', { count: items.length })}
      action={t('bulkAction')}
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <div className={styles.two}>
        <SelectField
          label={t('bulkField')}
          value={name}
          choices={fields.map((one) => ({ value: one.name, label: fieldLabel(one) }))}
          onChange={(event) => {
            setName(fields.find((one) => one.name === event.target.value)?.name)
            setRefused([])
          }}
        />
        <div key={field.name} onInput={() => setRefused([])}>
          <FormFields fields={[valueField(field, items)]} refusalOf={() => undefined} />
        </div>
      </div>
      <Refusals items={items} refused={refused} />
    </FormDialog>
  )
}

/** Beside a figure stands what it is in for all of them, as for the first now. */
function valueField(field: ItemField, [first]: readonly AnyItem[]): FormField {
  const { kind, choices, unit } = field
  return {
    name: 'value',
    label: t('bulkValue'),
    kind: kind === 'long' ? 'text' : kind,
    choices: choices?.map((value) => ({ value, label: valueLabel(value) })),
    isRequired: kind === 'choice',
    unit: unit && unitField(unit, first && plainText(rawValue(first, unit))),
  }
}

const SHOWN = 8

function Refusals({ items, refused }: { items: readonly AnyItem[]; refused: readonly Refusal[] }) {
  if (refused.length === 0) return null
  const numberOf = (id: string) => items.find((item) => item.id === id)?.itemNumber ?? id
  return (
    <div role="alert">
      <p>{t('bulkRefused', { count: refused.length })}</p>
      <ul>
        {refused.slice(0, SHOWN).map(({ itemId, details }) => (
          <li key={itemId}>
            <span className="mono">{numberOf(itemId)}</span> {details}
          </li>
        ))}
      </ul>
    </div>
  )
}
