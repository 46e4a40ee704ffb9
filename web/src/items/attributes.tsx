/** What people add to an item under names of their own, such as the value of a resistor. */

import { Plus } from 'lucide-react'
import { useState } from 'react'
import { updateItem } from '../api/items'
import { keys } from '../api/keys'
import { useWrite } from '../api/write'
import { Button } from '../kit/button'
import { FormDialog } from '../kit/dialog'
import { TextField } from '../kit/field'
import { Prop, Props } from '../records/two-lines'
import { FieldEdit } from './field-edit'
import { attributeField, attributesOf } from './fields'
import styles from './items.module.css'
import { t } from './texts'
import { useItemHere } from './use-item'

export function Attributes() {
  const { item, version, editReason } = useItemHere()
  const [isAdding, setAdding] = useState(false)
  const names = Object.keys(attributesOf(item))
  if (names.length === 0 && editReason !== null) return null
  return (
    <>
      <h2>{t('attributes')}</h2>
      <Props>
        {names.map((name) => (
          <Prop key={`${item.id} ${version.at ?? ''} ${name}`} name={name}>
            <FieldEdit field={attributeField(name)} />
          </Prop>
        ))}
      </Props>
      {editReason === null && (
        <div className={styles.add}>
          <Button kind="quiet" icon={Plus} onClick={() => setAdding(true)}>
            {t('addAttribute')}
          </Button>
        </div>
      )}
      {isAdding && <NewAttributeDialog onClose={() => setAdding(false)} />}
    </>
  )
}

function NewAttributeDialog({ onClose }: { onClose: () => void }) {
  const { item, etag, version } = useItemHere()
  const [isKnown, setKnown] = useState(false)
  const add = useWrite({
    send: ({ name, value }: { name: string; value: string }, headers) =>
      updateItem(item.id, version.context, { attributes: { [name]: value } }, headers),
    etag: () => etag,
    changes: [keys.items],
    onDone: onClose,
  })
  return (
    <FormDialog
      title={t('addAttribute')}
      action={t('add')}
      isBusy={add.isPending}
      onClose={onClose}
      onSubmit={(form) => {
        const name = String(form.get('name')).trim()
        const isThere = name in attributesOf(item)
        setKnown(isThere)
        if (name && !isThere) add.mutate({ name, value: String(form.get('value')).trim() })
      }}
    >
      <TextField
        label={t('name')}
        name="name"
        required
        error={isKnown ? t('attributeKnown') : undefined}
      />
      <TextField label={t('attributeValue')} name="value" required />
    </FormDialog>
  )
}
