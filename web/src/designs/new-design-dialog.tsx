/** Makes a design, in a program or open to everybody. */

import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { createDesign } from '../api/designs'
import { keys } from '../api/keys'
import { problemOf } from '../api/problem'
import { programsQuery } from '../api/programs'
import { useWrite } from '../api/write'
import { FormDialog } from '../kit/dialog'
import { SelectField, TextAreaField, TextField } from '../kit/field'
import { t } from './texts'

export function NewDesignDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const programs = useQuery(programsQuery).data?.programs ?? []
  const make = useWrite({
    send: createDesign,
    changes: [keys.designs, keys.search],
    done: (design) => t('created', { code: design.code }),
    onDone: (design) => {
      onClose()
      void navigate({ to: `/designs/${encodeURIComponent(design.code)}` })
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
      title={t('newDesign')}
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
      <SelectField
        label={t('program')}
        hint={t('programHint')}
        name="programId"
        choices={[
          { value: '', label: t('everybody') },
          ...programs.map(({ id, code, name }) => ({ value: id, label: `${code}  ${name}` })),
        ]}
      />
      <TextAreaField label={t('description')} name="description" maxLength={5000} />
    </FormDialog>
  )
}
