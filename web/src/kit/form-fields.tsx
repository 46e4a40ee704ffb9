/** The controls of a form, each made from what is declared of its field. */

import { type ReactNode, useState } from 'react'
import { type Choice, type Labelled, SelectField, TextAreaField, TextField } from './field'
import styles from './field.module.css'

export interface FormField {
  /** The name in the form, and on the wire. */
  name: string
  label: string
  kind: 'text' | 'long' | 'number' | 'date' | 'choice' | 'person'
  /** With labels of their own, or as they are. */
  choices?: readonly (Choice | string)[]
  maxLength?: number
  isRequired?: boolean
  hint?: string
  placeholder?: string
  value?: string
  /** Stands beside a figure, as its unit or currency. */
  unit?: FormField
  /** A control of its own, in place of what the kind asks for. */
  control?: (told: Labelled & { name: string }) => ReactNode
  /** Shares its line with its neighbour. */
  isHalf?: boolean
  /** Asked for only while another field holds one of these values. */
  onlyWith?: { name: string; values: readonly string[] }
}

interface FormFieldsProps {
  fields: readonly FormField[]
  /** What is wrong with a field. */
  errorOf?: (name: string) => string | undefined
  /** What the server said against what was sent of a field. */
  refusalOf: (name: string) => string | undefined
}

export function FormFields({ fields, errorOf, refusalOf }: FormFieldsProps) {
  const [entered, enter] = useState<Readonly<Record<string, string>>>({})
  const told = (name: string) => ({ error: errorOf?.(name), refusal: refusalOf(name) })
  return (
    <div className={styles.fields} onInput={(event) => enter(withEntered(entered, event.target))}>
      {fieldsAskedFor(fields, entered).map((field) => (
        <div key={field.name} className={field.isHalf ? styles.half : undefined}>
          {field.unit ? (
            <div className={styles.withUnit}>
              <OneField field={field} {...told(field.name)} />
              <OneField field={field.unit} {...told(field.unit.name)} />
            </div>
          ) : (
            <OneField field={field} {...told(field.name)} />
          )}
        </div>
      ))}
    </div>
  )
}

function withEntered(entered: Readonly<Record<string, string>>, target: EventTarget) {
  return target instanceof HTMLSelectElement ? { ...entered, [target.name]: target.value } : entered
}

/** Without those that what is chosen elsewhere leaves nothing to say in. */
export function fieldsAskedFor(
  fields: readonly FormField[],
  entered: Readonly<Record<string, string>>,
): readonly FormField[] {
  const first = ({ value, choices }: FormField) => value ?? choices?.map(asChoice)[0]?.value
  const standing = (name: string) => {
    const field = fields.find((one) => one.name === name)
    return entered[name] ?? (field && first(field)) ?? ''
  }
  return fields.filter(({ onlyWith }) => onlyWith?.values.includes(standing(onlyWith.name)) ?? true)
}

interface OneFieldProps extends Pick<Labelled, 'error' | 'refusal'> {
  field: FormField
}

function OneField({ field, error, refusal }: OneFieldProps) {
  const { name, label, hint, kind, isRequired, maxLength, placeholder, value } = field
  const told = { name, label, hint, error, refusal, defaultValue: value, required: isRequired }
  if (field.control) return field.control({ name, label, hint, error, refusal })
  if (kind === 'long') return <TextAreaField {...told} maxLength={maxLength} />
  if (kind === 'choice') {
    const none = isRequired ? [] : [{ value: '', label: placeholder ?? '' }]
    return <SelectField {...told} choices={[...none, ...(field.choices ?? []).map(asChoice)]} />
  }
  return (
    <TextField
      {...told}
      type={kind === 'date' ? 'date' : 'text'}
      inputMode={kind === 'number' ? 'decimal' : undefined}
      placeholder={placeholder}
      maxLength={maxLength}
    />
  )
}

function asChoice(choice: Choice | string): Choice {
  return typeof choice === 'string' ? { value: choice, label: choice } : choice
}

/** What was filled in: names and texts, without what was left empty. */
export function filledIn(form: FormData): Record<string, string> {
  const texts = [...form.entries()].map(([name, value]) => [name, String(value).trim()] as const)
  return Object.fromEntries(texts.filter(([, text]) => text !== ''))
}
