/** Makes a program, which its maker leads, and changes what it is called and planned for. */

import { useNavigate } from '@tanstack/react-router'
import { choicesOf, declared, type FieldOf } from '../api/declared'
import { keys } from '../api/keys'
import { createProgram, updateProgram } from '../api/programs'
import type { Program } from '../api/types'
import { RecordDialog } from '../forms/form-dialog'
import type { FormField } from '../kit/form-fields'
import { stateText } from './program-state'
import { t } from './texts'

function programFields(program?: Program): FormField[] {
  const field = (name: FieldOf<'NewProgram'>) => ({ name, ...declared('NewProgram', name) })
  const states = choicesOf(declared('NewProgram', 'status'))
  return [
    { ...field('name'), label: t('name'), value: program?.name },
    {
      ...field('code'),
      label: t('code'),
      value: program?.code,
      placeholder: t('madeOfName'),
      isHalf: true,
    },
    {
      ...field('status'),
      label: t('status'),
      value: program?.status ?? 'Active',
      choices: states.map((value) => ({ value, label: stateText(value) })),
      isRequired: true,
      isHalf: true,
    },
    { ...field('customer'), label: t('customer'), value: program?.customer ?? '' },
    {
      ...field('startDate'),
      label: t('start'),
      value: program?.startDate ?? '',
      isHalf: true,
    },
    {
      ...field('targetEndDate'),
      label: t('end'),
      value: program?.targetEndDate ?? '',
      isHalf: true,
    },
    { ...field('description'), label: t('description'), value: program?.description ?? '' },
  ]
}

const addressOf = ({ code }: Program) => `/programs/${encodeURIComponent(code)}`

export function NewProgramDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <RecordDialog
      title={t('newProgram')}
      action={t('create')}
      fields={programFields()}
      uniqueField="code"
      write={{
        send: createProgram,
        changes: [keys.programs, keys.me, keys.search],
        done: (program) => t('created', { code: program.code }),
        onDone: (program) => void navigate({ to: addressOf(program) }),
      }}
      onClose={onClose}
    />
  )
}

interface EditProgramProps {
  program: Program
  etag: string | null
  onClose: () => void
}

export function EditProgramDialog({ program, etag, onClose }: EditProgramProps) {
  const navigate = useNavigate()
  return (
    <RecordDialog
      title={t('editTitle', { code: program.code })}
      action={t('save')}
      fields={programFields(program)}
      uniqueField="code"
      isEdit
      write={{
        send: (changes, headers) => updateProgram(program.id, changes, headers),
        etag: () => etag,
        changes: [keys.programs, keys.me, keys.search],
        done: t('saved'),
        onDone: (now) => now.code !== program.code && void navigate({ to: addressOf(now) }),
      }}
      onClose={onClose}
    />
  )
}
