/** Labelled controls with hint and error, the same in every form. */

import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
  useState,
} from 'react'
import { classes } from './classes'
import styles from './field.module.css'

export interface Labelled {
  label: string
  hint?: string
  /** What is wrong with what stands in it. */
  error?: string
  /** What the server said against what was sent: it goes as soon as something else stands there. */
  refusal?: string
  large?: boolean
}

interface Told {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  className: string
}

interface FieldProps extends Labelled {
  /** Of a control that is set from outside too, what stands in it. */
  value?: unknown
  children: (told: Told) => ReactNode
}

export function Field({ label, hint, large, children, ...rest }: FieldProps) {
  const id = useId()
  const [refusal, takeBack] = useRefusal(rest.refusal, rest.value)
  const error = rest.error ?? refusal
  return (
    <div className={styles.field} onInput={takeBack}>
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

/** A refusal until something else is entered, and what takes it back; the next one is shown again. */
function useRefusal(refusal: string | undefined, value: unknown) {
  const [told, setTold] = useState({ refusal, value, isBack: false })
  if (told.refusal !== refusal) setTold({ refusal, value, isBack: false })
  else if (refusal && told.value !== value) setTold({ refusal, value, isBack: true })
  const takeBack = () => refusal && setTold({ refusal, value, isBack: true })
  return [told.isBack ? undefined : refusal, takeBack] as const
}

export type TextFieldProps = Labelled &
  InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }

export function TextField({ label, hint, error, refusal, large, ...rest }: TextFieldProps) {
  const { value } = rest
  return (
    <Field {...{ label, hint, error, refusal, large, value }}>
      {(told) => <input type="text" {...rest} {...told} />}
    </Field>
  )
}

export function TextAreaField({
  label,
  hint,
  error,
  refusal,
  ...rest
}: Labelled & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <Field {...{ label, hint, error, refusal }}>{(told) => <textarea {...rest} {...told} />}</Field>
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
  refusal,
  choices,
  ...rest
}: Labelled & SelectHTMLAttributes<HTMLSelectElement> & { choices: readonly Choice[] }) {
  return (
    <Field {...{ label, hint, error, refusal }}>
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

interface CheckFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  /** Why it is off; keys reach it all the same, so that the reason is heard. */
  reason?: string | null
}

export function CheckField({ label, reason, ...rest }: CheckFieldProps) {
  const told = useId()
  return (
    <>
      <label className={styles.check} title={reason ?? undefined}>
        <input type="checkbox" {...rest} {...offFor(reason, told)} />
        <span>{label}</span>
      </label>
      <Reason id={told} reason={reason} />
    </>
  )
}

/** What a control is told that is off for a reason; what is done to it then changes nothing. */
export function offFor(reason: string | null | undefined, id: string) {
  return reason
    ? ({ 'aria-disabled': true, 'aria-describedby': id, onChange: () => {} } as const)
    : {}
}

/** For those who hear it, as it is said of the control. */
export function Reason({ id, reason }: { id: string; reason: string | null | undefined }) {
  if (!reason) return null
  return (
    <span id={id} hidden>
      {reason}
    </span>
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
