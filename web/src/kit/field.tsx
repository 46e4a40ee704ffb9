/** Labelled controls with hint and error, the same in every form. */

import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'
import { classes } from './classes'
import styles from './field.module.css'

export interface Labelled {
  label: string
  hint?: string
  error?: string
  large?: boolean
}

interface Told {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  className: string
}

export function Field({
  label,
  hint,
  error,
  large,
  children,
}: Labelled & { children: (told: Told) => ReactNode }) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': hint || error ? `${id}-more` : undefined,
        'aria-invalid': error ? true : undefined,
        className: classes(styles.control, large && styles.large),
      })}
      {(error || hint) && (
        <span id={`${id}-more`} className={error ? styles.error : styles.hint}>
          {error ?? hint}
        </span>
      )}
    </div>
  )
}

export type TextFieldProps = Labelled &
  InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }

export function TextField({ label, hint, error, large, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} large={large}>
      {(told) => <input type="text" {...rest} {...told} />}
    </Field>
  )
}

export function TextAreaField({
  label,
  hint,
  error,
  ...rest
}: Labelled & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(told) => <textarea {...rest} {...told} />}
    </Field>
  )
}

export interface Choice {
  value: string
  label: string
}

export function SelectField({
  label,
  hint,
  error,
  choices,
  ...rest
}: Labelled & SelectHTMLAttributes<HTMLSelectElement> & { choices: readonly Choice[] }) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(told) => (
        <select {...rest} {...told}>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

export function CheckField({
  label,
  ...rest
}: { label: string } & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <label className={styles.check}>
      <input type="checkbox" {...rest} />
      <span>{label}</span>
    </label>
  )
}

/** A control that stands alone, as in a toolbar; named for screen readers only. */
export function BareInput({
  label,
  className,
  ...rest
}: { label: string; ref?: Ref<HTMLInputElement> } & InputHTMLAttributes<HTMLInputElement>) {
  return <input aria-label={label} className={classes(styles.control, className)} {...rest} />
}
