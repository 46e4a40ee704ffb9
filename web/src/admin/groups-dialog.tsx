/** What the groups of a directory, or of single sign-on, bring who is in them. */

import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useMe } from '../api/account'
import { rolesQuery } from '../api/admin'
import { keys } from '../api/keys'
import { problemOf } from '../api/problem'
import { MEMBER_ROLES, programsQuery } from '../api/programs'
import { endMapping, type GroupMapping, MAPPINGS, mapGroup, mappingsQuery } from '../api/registers'
import { useWrite } from '../api/write'
import { IconButton } from '../kit/button'
import { FormDialog } from '../kit/dialog'
import { SelectField, TextField } from '../kit/field'
import { sentenceOf, wordOf } from '../kit/i18n'
import styles from './registers.module.css'
import { t } from './texts'

const PROGRAM = 'program:'

export function GroupsDialog({ onClose }: { onClose: () => void }) {
  const isAdministrator = useMe()?.roles.some(({ name }) => name === 'Administrator')
  const make = useWrite({
    send: mapGroup,
    changes: [MAPPINGS, keys.users],
    done: t('groupMapped'),
    onProblem: () => true,
  })
  const problem = make.error === null ? null : problemOf(make.error)
  const submit = (form: FormData) => {
    const text = (name: string) => String(form.get(name) ?? '').trim()
    const brings = text('brings')
    const what = brings.startsWith(PROGRAM)
      ? { programId: brings.slice(PROGRAM.length), programRole: text('programRole') }
      : { roleId: brings }
    make.mutate({ group: text('group'), ...what })
  }
  return (
    <FormDialog
      title={t('groups')}
      action={t('mapGroup')}
      onClose={onClose}
      onSubmit={submit}
      isBusy={make.isPending}
      reason={isAdministrator ? null : t('onlyAdministratorsMap')}
    >
      <p className="muted">{t('groupsNote')}</p>
      <Mappings mayEnd={isAdministrator === true} />
      <TextField
        label={t('group')}
        hint={t('groupHint')}
        name="group"
        required
        maxLength={200}
        refusal={problem ? (problem.detailOf('group') ?? sentenceOf(problem.message)) : undefined}
      />
      <BringsFields />
    </FormDialog>
  )
}

/** A role everywhere, or a place in one program. */
function BringsFields() {
  const [brings, setBrings] = useState('')
  const roles = useQuery(rolesQuery).data ?? []
  const programs = useQuery(programsQuery).data?.programs ?? []
  const choices = [
    ...roles.map(({ id, name }) => ({ value: id, label: t('bringsRole', { name: wordOf(name) }) })),
    ...programs.map(({ id, code }) => ({
      value: PROGRAM + id,
      label: t('bringsProgram', { code }),
    })),
  ]
  return (
    <>
      <SelectField
        label={t('brings')}
        name="brings"
        required
        value={brings}
        choices={[{ value: '', label: '–' }, ...choices]}
        onChange={(event) => setBrings(event.target.value)}
      />
      {brings.startsWith(PROGRAM) && (
        <SelectField
          label={t('placeInProgram')}
          name="programRole"
          defaultValue="viewer"
          choices={MEMBER_ROLES.map((role) => ({ value: role, label: t(`place_${role}`) }))}
        />
      )}
    </>
  )
}

function Mappings({ mayEnd }: { mayEnd: boolean }) {
  const found = useQuery(mappingsQuery).data
  const end = useWrite({
    send: async (mapping: GroupMapping, headers) => {
      await endMapping(mapping.id, headers)
      return mapping.group
    },
    changes: [MAPPINGS, keys.users],
    done: (group: string) => t('mappingEnded', { group }),
  })
  if (!found) return null
  if (found.groupMappings.length === 0) return <p className="muted">{t('noMappings')}</p>
  return (
    <ul className={styles.mappings} aria-label={t('groups')}>
      {found.groupMappings.map((mapping) => (
        <li key={mapping.id}>
          <strong>{mapping.group}</strong>
          <span className="muted">{whatItBrings(mapping)}</span>
          {mayEnd && (
            <IconButton
              icon={X}
              label={t('endMapping', { group: mapping.group, brings: whatItBrings(mapping) })}
              onClick={() => end.mutate(mapping)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

function whatItBrings({ role, program }: GroupMapping): string {
  if (!program) return t('bringsRole', { name: role?.name ?? '' })
  const place = MEMBER_ROLES.find((one) => one === program.role) ?? 'viewer'
  return `${t('bringsProgram', { code: program.code })}, ${t(`place_${place}`)}`
}
