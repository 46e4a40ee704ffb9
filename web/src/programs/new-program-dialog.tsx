/** Makes a program, which its maker leads. */

import { useNavigate } from '@tanstack/react-router'
import { keys } from '../api/keys'
import { problemOf } from '../api/problem'
import { createProgram } from '../api/programs'
import { useWrite } from '../api/write'
import { FormDialog } from '../kit/dialog'
import { TextAreaField, TextField } from '../kit/field'
import { t } from './texts'

export function NewProgramDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const make = useWrite({
    send: createProgram,
    changes: [keys.programs, keys.me],
    done: (program) => t('created', { code: program.code }),
    onDone: (program) => {
      onClose()
      void navigate({ to: `/programs/${encodeURIComponent(program.code)}` })
    },
    onProblem: (problem) => problem.details.length > 0 || problem.status === 409,
  })
  const problem = make.error ? problemOf(make.error) : undefined
  const submit = (form: FormData) => {
    const filled = [...form.entries()].filter(([, value]) => String(value).trim() !== '')
    make.mutate(Object.fromEntries(filled))
  }
  return (
    <FormDialog
      title={t('newProgram')}
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
      <TextField
        label={t('code')}
        name="code"
        placeholder={t('madeOfName')}
        error={problem?.detailOf('code') ?? (problem?.status === 409 ? problem.message : undefined)}
      />
      <TextField label={t('customer')} name="customer" maxLength={500} />
      <TextField label={t('start')} name="startDate" type="date" />
      <TextField label={t('end')} name="targetEndDate" type="date" />
      <TextAreaField label={t('description')} name="description" maxLength={5000} />
    </FormDialog>
  )
}
