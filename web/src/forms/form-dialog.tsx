/** The dialog that makes or edits a record, the same for every kind. */

import { type ReactNode, useState } from 'react'
import { type Problem, problemOf } from '../api/problem'
import { useWrite, type WriteOptions } from '../api/write'
import { FormDialog } from '../kit/dialog'
import { type FormField, FormFields, filledIn } from '../kit/form-fields'
import { sentenceOf } from '../kit/i18n'
import { t } from './texts'

interface RecordDialogProps<R> {
  title: string
  action: string
  fields: readonly FormField[]
  /** The field that a number or code taken already is told beside. */
  uniqueField: string
  write: WriteOptions<Record<string, string | null>, R>
  /** Whether a field left empty is sent as nothing, as an edit does. */
  isEdit?: boolean
  onClose: () => void
  /** Who saved meanwhile, where that is known. */
  savedBy?: ReactNode
}

export function RecordDialog<R>(props: RecordDialogProps<R>) {
  const { title, action, fields, uniqueField, isEdit = false, onClose } = props
  const errorOf = (problem: Problem | undefined, name: string) =>
    problem?.detailOf(name) ??
    (problem?.status === 409 && name === uniqueField ? sentenceOf(problem.message) : undefined)
  // What stood in the form when it was opened; what others saved since comes with the fields.
  const [opened] = useState(() => valuesOf(fields))
  const [isStale, setStale] = useState(false)
  // A newer state is written over only once it has been told.
  const [seen] = useState(() => props.write.etag?.({}))
  const all = fields.flatMap((field) => (field.unit ? [field, field.unit] : [field]))
  const isShown = (problem: Problem) => all.some(({ name }) => errorOf(problem, name) !== undefined)
  const write = useWrite<Record<string, string | null>, R>({
    ...props.write,
    etag: (input) => (isStale ? undefined : seen) ?? props.write.etag?.(input),
    onProblem: (problem, input) => {
      if (problem.status === 412) setStale(true)
      return problem.status === 412 || isShown(problem) || props.write.onProblem?.(problem, input)
    },
    onDone: (result, input) => {
      onClose()
      props.write.onDone?.(result, input)
    },
  })
  const problem = write.error === null ? undefined : problemOf(write.error)
  const theirs = (from: readonly FormField[], name: string) => {
    const now = from.find((field) => field.name === name)?.value ?? ''
    return isStale && now !== opened[name] ? t('theirsIs', { value: now || '–' }) : undefined
  }
  const submit = (form: FormData) => {
    const filled = filledIn(form)
    if (!isEdit) return write.mutate(withoutLoneUnits(fields, filled))
    const changed = all.filter((field) => (filled[field.name] ?? '') !== opened[field.name])
    write.mutate(Object.fromEntries(changed.map(({ name }) => [name, filled[name] ?? null])))
  }
  return (
    <FormDialog
      title={title}
      action={action}
      onClose={onClose}
      onSubmit={submit}
      isBusy={write.isPending}
    >
      {isStale && (
        <p role="alert">
          {t('savedMeanwhile')} {props.savedBy}
        </p>
      )}
      <FormFields
        fields={fields}
        errorOf={(name) => theirs(all, name)}
        refusalOf={(name) => errorOf(problem, name)}
      />
    </FormDialog>
  )
}

function valuesOf(fields: readonly FormField[]): Readonly<Record<string, string>> {
  const all = fields.flatMap((field) => (field.unit ? [field, field.unit] : [field]))
  return Object.fromEntries(all.map(({ name, value }) => [name, value ?? '']))
}

/** A unit without its figure says nothing. */
function withoutLoneUnits(fields: readonly FormField[], filled: Record<string, string>) {
  const lone = fields.flatMap(({ name, unit }) => (unit && !filled[name] ? [unit.name] : []))
  return Object.fromEntries(Object.entries(filled).filter(([name]) => !lone.includes(name)))
}
