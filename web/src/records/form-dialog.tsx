/** The dialog that makes or edits a record, the same for every kind. */

import { type Problem, problemOf } from '../api/problem'
import { useWrite, type WriteOptions } from '../api/write'
import { FormDialog } from '../kit/dialog'
import { type FormField, FormFields, filledIn } from '../kit/form-fields'

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
}

export function RecordDialog<R>(props: RecordDialogProps<R>) {
  const { title, action, fields, uniqueField, isEdit = false, onClose } = props
  const errorOf = (problem: Problem | undefined, name: string) =>
    problem?.detailOf(name) ??
    (problem?.status === 409 && name === uniqueField ? problem.message : undefined)
  const all = fields.flatMap((field) => (field.unit ? [field, field.unit] : [field]))
  const isShown = (problem: Problem) => all.some(({ name }) => errorOf(problem, name) !== undefined)
  const write = useWrite<Record<string, string | null>, R>({
    ...props.write,
    onProblem: (problem, input) => isShown(problem) || props.write.onProblem?.(problem, input),
    onDone: (result, input) => {
      onClose()
      props.write.onDone?.(result, input)
    },
  })
  const problem = write.error === null ? undefined : problemOf(write.error)
  const submit = (form: FormData) => {
    const filled = filledIn(form)
    if (!isEdit) return write.mutate(withoutLoneUnits(fields, filled))
    const changed = all.filter((field) => (filled[field.name] ?? '') !== (field.value ?? ''))
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
      <FormFields fields={fields} errorOf={(name) => errorOf(problem, name)} />
    </FormDialog>
  )
}

/** A unit without its figure says nothing. */
function withoutLoneUnits(fields: readonly FormField[], filled: Record<string, string>) {
  const lone = fields.flatMap(({ name, unit }) => (unit && !filled[name] ? [unit.name] : []))
  return Object.fromEntries(Object.entries(filled).filter(([name]) => !lone.includes(name)))
}
