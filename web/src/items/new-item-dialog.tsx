/** Makes an item of one type. */

import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { designsQuery } from '../api/designs'
import { createItem, type ItemType } from '../api/items'
import { keys } from '../api/keys'
import { problemOf } from '../api/problem'
import { useWrite } from '../api/write'
import { FormDialog } from '../kit/dialog'
import { SelectField, TextAreaField, TextField } from '../kit/field'
import { itemAddress } from '../records/item-address'
import { fieldLabel, fieldsOf } from './fields'
import styles from './items.module.css'
import { t } from './texts'
import { wireValue } from './wire-value'

interface NewItemDialogProps {
  type: ItemType
  designId?: string
  onClose: () => void
}

export function NewItemDialog({ type, designId, onClose }: NewItemDialogProps) {
  const navigate = useNavigate()
  const designs = useQuery(designsQuery)
  const make = useWrite({
    send: createItem,
    changes: [keys.items, keys.search],
    done: (item) => t('created', { number: item.itemNumber }),
    onDone: (item) => {
      onClose()
      void navigate({ to: itemAddress(item) })
    },
    onProblem: (problem) => problem.details.length > 0,
  })
  const problem = make.error ? problemOf(make.error) : undefined
  const submit = (form: FormData) => {
    const filled = [...form.entries()].filter(([, value]) => String(value).trim() !== '')
    const body = filled.map(([name, value]) => [name, wireValue(name, String(value))] as const)
    make.mutate({ type, ...Object.fromEntries(body) })
  }
  const own = fieldsOf(type).filter((f) => !f.isReadOnly && !f.isExtra && f.kind !== 'person')
  const choices = designs.data?.designs.map((d) => ({ value: d.id, label: `${d.code}  ${d.name}` }))
  return (
    <FormDialog
      title={t(`new${type}`)}
      action={t('create')}
      onClose={onClose}
      onSubmit={submit}
      isBusy={make.isPending}
    >
      <TextField
        label={t('name')}
        name="name"
        required
        maxLength={500}
        autoFocus
        error={problem?.detailOf('name')}
      />
      <div className={styles.two}>
        <TextField
          label={t('number')}
          name="itemNumber"
          maxLength={100}
          placeholder={t('nextNumber')}
          error={problem?.detailOf('itemNumber')}
        />
        <SelectField
          label={t('design')}
          name="designId"
          defaultValue={designId}
          choices={[{ value: '', label: t('library') }, ...(choices ?? [])]}
          key={choices?.length}
        />
        {own.map((field) =>
          field.kind === 'choice' ? (
            <SelectField
              key={field.name}
              label={fieldLabel(field)}
              name={field.name}
              choices={[
                { value: '', label: '' },
                ...(field.choices ?? []).map((value) => ({ value, label: value })),
              ]}
            />
          ) : (
            <TextField
              key={field.name}
              label={fieldLabel(field)}
              name={field.name}
              type={field.kind === 'date' ? 'date' : 'text'}
              inputMode={field.kind === 'number' ? 'decimal' : undefined}
              error={problem?.detailOf(field.name)}
            />
          ),
        )}
      </div>
      <TextAreaField label={t('description')} name="description" maxLength={5000} />
    </FormDialog>
  )
}
