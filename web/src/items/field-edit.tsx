/** One field of an item: read, and edited where it stands. */

import { type KeyboardEvent, useRef, useState } from 'react'
import type { Tagged } from '../api/client'
import { itemQuery, updateItem } from '../api/items'
import { keys } from '../api/keys'
import type { Problem } from '../api/problem'
import { useWrite } from '../api/write'
import { t as formText } from '../forms/texts'
import { classes } from '../kit/classes'
import type { Option } from '../kit/combobox'
import { MaterialField, PersonField } from '../records/pickers'
import { ConflictDialog } from './conflict-dialog'
import {
  type AnyItem,
  attributesOf,
  fieldLabel,
  fieldText,
  type ItemField,
  plainText,
  rawValue,
  valueAt,
  valueLabel,
} from './fields'
import styles from './items.module.css'
import { t } from './texts'
import { useItemHere } from './use-item'
import { wireValue } from './wire-value'

interface Wanted {
  text: string
  etag: string | null
}

/** Saves one field: shown at once, put back when refused, both values shown when it changed. */
function useFieldSave(field: ItemField, onConflict: (text: string) => void) {
  const { item, version } = useItemHere()
  const { queryKey } = itemQuery(item.id, version.context)
  return useWrite<Wanted, Tagged<AnyItem>, Tagged<AnyItem>>({
    send: ({ text }, headers) => {
      return updateItem(item.id, version.context, changeOf(field, text), headers)
    },
    etag: ({ etag }) => etag,
    // A person's name is not known from the id alone.
    optimistic:
      field.kind === 'person'
        ? undefined
        : {
            key: () => queryKey,
            apply: ({ text }, before) => ({
              ...before,
              record: changed(before.record, field, text),
            }),
          },
    changes: [keys.items],
    onProblem: (problem: Problem, { text }) => {
      if (problem.status === 412) onConflict(text)
      return problem.status === 412
    },
  })
}

/** An attribute without a value goes away. */
function changeOf(field: ItemField, text: string): Record<string, unknown> {
  if (field.isAttribute) return { attributes: { [field.name]: text.trim() || null } }
  return { [field.name]: wireValue(field.name, text) }
}

function changed(item: AnyItem, field: ItemField, text: string): AnyItem {
  if (!field.isAttribute) return { ...item, ...changeOf(field, text) } as AnyItem
  return { ...item, attributes: { ...attributesOf(item), [field.name]: text.trim() } } as AnyItem
}

export function FieldEdit({ field }: { field: ItemField }) {
  const { item, etag, editReason } = useItemHere()
  // What stood there when the edit began: what others do meanwhile shows itself on the page.
  const [begun, setBegun] = useState<{ text: string } | null>(null)
  const [conflict, setConflict] = useState<string | null>(null)
  const save = useFieldSave(field, setConflict)
  const shown = fieldText(item, field)
  const reason = editReason ?? (field.isReadOnly ? '' : null)
  const commit = (text: string) => {
    setBegun(null)
    const now = wireText(item, field)
    if (text === now || text === begun?.text) return
    if (begun && now !== begun.text) setConflict(text)
    else save.mutate({ text, etag })
  }
  if (begun) {
    return <FieldInput field={field} onCommit={commit} onCancel={() => setBegun(null)} />
  }
  return (
    <>
      {reason === null ? (
        <button
          type="button"
          className={styles.value}
          aria-label={`${t('edit', { name: fieldLabel(field) })}: ${shown || t('none')}`}
          onClick={() => setBegun({ text: wireText(item, field) })}
        >
          {shown || <span className="muted">{t('none')}</span>}
        </button>
      ) : (
        <span className={styles.plain} title={reason || undefined}>
          {shown || <span className="muted">{t('none')}</span>}
        </span>
      )}
      {conflict !== null && (
        <ConflictDialog
          field={field}
          mine={conflict}
          onClose={() => setConflict(null)}
          onTakeMine={(now) => save.mutate({ text: conflict, etag: now })}
        />
      )}
    </>
  )
}

function personOf(item: AnyItem, field: ItemField): Option | null {
  const person = rawValue(item, field.name) as { id: string; name: string } | null
  return person && { value: person.id, label: person.name }
}

/** What stands in the field, as it would be typed or chosen. */
function wireText(item: AnyItem, field: ItemField): string {
  if (field.kind === 'person') return personOf(item, field)?.value ?? ''
  return plainText(valueAt(item, field))
}

interface FieldInputProps {
  field: ItemField
  onCommit: (text: string) => void
  onCancel: () => void
}

/** The control, and below it why what was typed is not saved. */
function FieldInput({ field, onCommit, onCancel }: FieldInputProps) {
  const { isGone } = useItemHere()
  const isLeft = useRef(false)
  const [isHeld, hold] = useState(false)
  const leave = (action: () => void) => {
    if (isLeft.current) return
    // What was typed waits for the item to come back.
    if (isGone && action !== onCancel) return hold(true)
    isLeft.current = true
    action()
  }
  return (
    <>
      <FieldControl
        field={field}
        onCommit={(text) => leave(() => onCommit(text))}
        onCancel={() => leave(onCancel)}
      />
      {isHeld && isGone && (
        <small role="alert" className={styles.held}>
          {formText('heldBack')}
        </small>
      )}
    </>
  )
}

function FieldControl({ field, onCommit, onCancel }: FieldInputProps) {
  const { item } = useItemHere()
  const shared = {
    className: classes(styles.input),
    'aria-label': fieldLabel(field),
    autoFocus: true,
    defaultValue: plainText(valueAt(item, field)),
    onBlur: (event: { currentTarget: { value: string } }) => onCommit(event.currentTarget.value),
    onKeyDown: (
      event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>,
    ) => {
      const isEnter = event.key === 'Enter' && (field.kind !== 'long' || event.ctrlKey)
      if (event.key === 'Escape') onCancel()
      else if (isEnter) onCommit(event.currentTarget.value)
    },
  }
  const picked = {
    label: fieldLabel(field),
    isBare: true,
    autoFocus: true,
    className: styles.input,
    onEscape: onCancel,
    onLeave: (value: string | null) => onCommit(value ?? ''),
  }
  if (field.kind === 'person') return <PersonField {...picked} initial={personOf(item, field)} />
  if (field.name === 'material' && !field.isAttribute) {
    const value = wireText(item, field)
    return <MaterialField {...picked} isFree initial={{ value, label: value }} />
  }
  if (field.kind === 'long') return <textarea {...shared} rows={4} />
  if (field.kind === 'choice') {
    return (
      <select {...shared} onChange={(event) => onCommit(event.target.value)}>
        <option value="">{t('none')}</option>
        {field.choices?.map((choice) => (
          <option key={choice} value={choice}>
            {valueLabel(choice)}
          </option>
        ))}
      </select>
    )
  }
  const type = field.kind === 'date' ? 'date' : 'text'
  return (
    <input {...shared} type={type} inputMode={field.kind === 'number' ? 'decimal' : undefined} />
  )
}
