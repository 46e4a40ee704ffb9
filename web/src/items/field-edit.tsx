/** One field of an item: read, and edited where it stands. */

import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { Tagged } from '../api/client'
import { itemQuery, updateItem } from '../api/items'
import { keys } from '../api/keys'
import type { Problem } from '../api/problem'
import { problemSentences, tellProblem } from '../api/tell'
import { useWrite } from '../api/write'
import { heldBack, notSaved } from '../forms/not-saved'
import { classes } from '../kit/classes'
import type { Option } from '../kit/combobox'
import { typedFigure } from '../kit/figures'
import { caps } from '../kit/shortcuts'
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
import { wireChanges } from './typed-unit'
import { useItemHere } from './use-item'

interface Wanted {
  text: string
  etag: string | null
  /** What stood there. */
  before: string
}

/** An edit that goes on: from which text, and after a refusal with which, and why. */
interface Begun {
  text: string
  refused?: { text: string; why: string; tell: () => void }
}

/** Saves one field: shown at once, put back when refused, both values shown when it changed. */
function useFieldSave(
  field: ItemField,
  isFree: RefObject<boolean>,
  onConflict: (text: string) => void,
  onRefused: (begun: Begun) => void,
) {
  const { item, version } = useItemHere()
  const { queryKey } = itemQuery(item.id, version.context)
  return useWrite<Wanted, Tagged<AnyItem>, Tagged<AnyItem>>({
    send: ({ text }, headers) => {
      return updateItem(item.id, version.context, changeOf(item, field, text), headers)
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
    onProblem: (problem: Problem, { text, before }) => {
      if (problem.status === 412 && isFree.current) onConflict(text)
      // What was typed stays, beside why it was refused; of people only the id is known here.
      else if (problem.status === 401 || field.kind === 'person') return false
      else {
        const tell = () => tellProblem(problem, notSaved(text))
        if (!isFree.current) tell()
        else onRefused({ text: before, refused: { text, why: whyNot(problem), tell } })
      }
      return true
    },
  })
}

/** What the server says of the field or its unit, which is named beside it; it may always be emptied. */
function whyNot(problem: Problem): string {
  const [only, ...others] = problem.details
  const told = only?.field && others.length === 0 ? problem.detailOf(only.field) : undefined
  return told?.replace(' or null,', ',') ?? problemSentences(problem)
}

/** An attribute without a value goes away. */
function changeOf(item: AnyItem, field: ItemField, text: string): Record<string, unknown> {
  if (field.isAttribute) return { attributes: { [field.name]: text.trim() || null } }
  return wireChanges(field.name, text, unitOf(item, field))
}

function unitOf(item: AnyItem, { unit }: ItemField): string {
  return unit ? plainText(rawValue(item, unit)) : ''
}

function changed(item: AnyItem, field: ItemField, text: string): AnyItem {
  if (!field.isAttribute) return { ...item, ...changeOf(item, field, text) } as AnyItem
  return { ...item, attributes: { ...attributesOf(item), [field.name]: text.trim() } } as AnyItem
}

export function FieldEdit({ field }: { field: ItemField }) {
  const { item, etag, editReason } = useItemHere()
  // What stood there when the edit began: what others do meanwhile shows itself on the page.
  const [begun, setBegun] = useState<Begun | null>(null)
  const [conflict, setConflict] = useState<string | null>(null)
  // A refusal has no place where the field has gone, or where something else is typed by now.
  const isFree = useRef(false)
  useEffect(() => {
    isFree.current = begun === null
    return () => {
      isFree.current = false
    }
  }, [begun])
  // Nor has one that came as its page was being left: it goes along, in place of being lost.
  const refused = useRef<Begun['refused']>(undefined)
  refused.current = begun?.refused
  useEffect(() => () => refused.current?.tell(), [])
  const save = useFieldSave(field, isFree, setConflict, setBegun)
  const shown = fieldText(item, field)
  const reason = editReason ?? (field.isReadOnly ? '' : null)
  const commit = (text: string) => {
    setBegun(null)
    const now = wireText(item, field)
    if (text === now || text === begun?.text) return
    if (begun && now !== begun.text) setConflict(text)
    else save.mutate({ text, etag, before: now })
  }
  if (begun) {
    return (
      <FieldInput
        key={begun.refused?.text}
        field={field}
        refused={begun.refused}
        onCommit={commit}
        onCancel={() => setBegun(null)}
      />
    )
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
          onTakeMine={(now) =>
            save.mutate({ text: conflict, etag: now, before: wireText(item, field) })
          }
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
  const value = plainText(valueAt(item, field))
  if (field.kind !== 'number' || value === '') return value
  return `${typedFigure(value)} ${unitOf(item, field)}`.trim()
}

interface FieldInputProps {
  field: ItemField
  refused?: Begun['refused']
  onCommit: (text: string) => void
  onCancel: () => void
}

/** The control, and below it why what was typed is not saved. */
function FieldInput({ field, refused, onCommit, onCancel }: FieldInputProps) {
  const { isGone, editReason } = useItemHere()
  const isLeft = useRef(false)
  const id = useId()
  // The reason is of what was refused, not of what is typed since.
  const [isTypedOver, setTypedOver] = useState(false)
  const isTyped = isTypedOver || refused !== undefined
  const barrier = isGone && isTyped ? heldBack() : editReason
  const why = barrier ?? (isTypedOver ? undefined : refused?.why)
  const leave = (action: () => void) => {
    // What was typed waits for the item to come back, and for a lock to be taken off.
    if (isLeft.current || (barrier && action !== onCancel)) return
    isLeft.current = true
    action()
  }
  return (
    <>
      <div onInput={() => setTypedOver(true)} style={{ display: 'contents' }}>
        <FieldControl
          field={field}
          initial={refused?.text}
          told={why ? { 'aria-describedby': id, 'aria-invalid': true } : {}}
          onCommit={(text) => leave(() => onCommit(text))}
          onCancel={() => leave(onCancel)}
        />
      </div>
      {why && (
        <small id={id} role="alert" className={styles.held}>
          {isGone || !isTyped ? why : notSaved(why)}
        </small>
      )}
    </>
  )
}

interface FieldControlProps extends Omit<FieldInputProps, 'refused'> {
  /** What was typed before it was refused. */
  initial: string | undefined
  told: { 'aria-describedby'?: string; 'aria-invalid'?: true }
}

function FieldControl(props: FieldControlProps) {
  const { field, initial, told, onCommit, onCancel } = props
  const { item } = useItemHere()
  // Who has gone on to something else meanwhile is not called back.
  const [autoFocus] = useState(
    () => initial === undefined || document.activeElement === document.body,
  )
  // Left as it was refused, it is not sent once more.
  const onLeft = (text: string) => text !== initial && onCommit(text)
  const shared = {
    ...told,
    className: classes(styles.input),
    'aria-label': fieldLabel(field),
    autoFocus,
    defaultValue: initial ?? wireText(item, field),
    onBlur: (event: { currentTarget: { value: string } }) => onLeft(event.currentTarget.value),
    onKeyDown: (
      event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>,
    ) => {
      const isEnter =
        event.key === 'Enter' && (field.kind !== 'long' || event.ctrlKey || event.metaKey)
      if (event.key === 'Escape') onCancel()
      else if (isEnter) onCommit(event.currentTarget.value)
    },
  }
  const picked = {
    label: fieldLabel(field),
    isBare: true,
    autoFocus,
    className: styles.input,
    onEscape: onCancel,
    onLeave: (value: string | null) => onLeft(value ?? ''),
  }
  if (field.kind === 'person') return <PersonField {...picked} initial={personOf(item, field)} />
  if (field.name === 'material' && !field.isAttribute) {
    const value = initial ?? wireText(item, field)
    return <MaterialField {...picked} isFree initial={{ value, label: value }} />
  }
  if (field.kind === 'long') {
    return (
      <>
        <textarea {...shared} rows={4} />
        <small className="muted">{t('longKeys', { key: `${caps('mod')} ↵` })}</small>
      </>
    )
  }
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
