/** Makes a design, in a program or open to everybody, and changes what it is called. */

import { useNavigate } from '@tanstack/react-router'
import { declared, type FieldOf } from '../api/declared'
import { createDesign, updateDesign } from '../api/designs-edit'
import { keys } from '../api/keys'
import type { Design, Program } from '../api/types'
import { RecordDialog } from '../forms/form-dialog'
import type { FormField } from '../kit/form-fields'
import { ProgramField } from '../records/pickers'
import { t } from './texts'

function designFields(design?: Design, program?: Program): FormField[] {
  const field = (name: FieldOf<'NewDesign'>) => ({ name, ...declared('NewDesign', name) })
  return [
    { ...field('name'), label: t('name'), value: design?.name },
    { ...field('code'), label: t('code'), value: design?.code, placeholder: t('madeOfName') },
    {
      ...field('programId'),
      label: t('program'),
      hint: t('programHint'),
      value: design?.programId ?? '',
      control: (told) => (
        <ProgramField
          {...told}
          placeholder={t('everybody')}
          initial={program ? { value: program.id, code: program.code, label: program.name } : null}
        />
      ),
    },
    { ...field('description'), label: t('description'), value: design?.description ?? '' },
  ]
}

const addressOf = ({ code }: Design) => `/designs/${encodeURIComponent(code)}`

export function NewDesignDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <RecordDialog
      title={t('newDesign')}
      action={t('create')}
      fields={designFields()}
      uniqueField="code"
      write={{
        send: createDesign,
        changes: [keys.designs, keys.search],
        done: (design) => t('created', { code: design.code }),
        onDone: (design) => void navigate({ to: addressOf(design) }),
      }}
      onClose={onClose}
    />
  )
}

interface EditDesignProps {
  design: Design
  program: Program | undefined
  etag: string | null
  onClose: () => void
}

export function EditDesignDialog({ design, program, etag, onClose }: EditDesignProps) {
  const navigate = useNavigate()
  return (
    <RecordDialog
      title={t('editTitle', { code: design.code })}
      action={t('save')}
      fields={designFields(design, program)}
      uniqueField="code"
      isEdit
      write={{
        send: (changes, headers) => updateDesign(design.id, changes, headers),
        etag: () => etag,
        changes: [keys.designs, keys.search],
        done: t('saved'),
        onDone: (now) => now.code !== design.code && void navigate({ to: addressOf(now) }),
      }}
      onClose={onClose}
    />
  )
}
