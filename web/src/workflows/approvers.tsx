/** Who approves in a state: people and roles, kept apart from the definition's versions. */

import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { rolesQuery } from '../api/admin'
import {
  approversQuery,
  dropApprover,
  nameApprover,
  type Workflow,
  workflowKeys,
} from '../api/workflows'
import { useWrite } from '../api/write'
import { Button, IconButton } from '../kit/button'
import { SelectField } from '../kit/field'
import { wordOf } from '../kit/i18n'
import { PersonField } from '../records/pickers'
import styles from './designer.module.css'
import type { State } from './draft'
import { t } from './texts'

interface ApproversProps {
  workflow: Workflow
  state: State
  reason: string | null
}

export function Approvers({ workflow, state, reason }: ApproversProps) {
  const { id } = workflow
  const all = useQuery(approversQuery(id)).data
  const roles = useQuery(rolesQuery).data ?? []
  const named = all?.find(({ stateId }) => stateId === state.id)?.approvers ?? []
  const at = { id, stateId: state.id }
  const changes = [workflowKeys]
  const add = useWrite({
    send: (who: { userId?: string; roleId?: string }, headers) => nameApprover(at, who, headers),
    changes,
  })
  const drop = useWrite({
    send: (approver: string, headers) => dropApprover(at, approver, headers),
    changes,
  })
  const isSaved = workflow.states.some((saved) => saved.id === state.id)
  return (
    <fieldset className={styles.group}>
      <legend>{t('approvers')}</legend>
      {named.length === 0 && <p className="muted">{t('noApprovers')}</p>}
      <ul>
        {named.map((one) => {
          const name =
            [one.userName, wordOf(one.roleName ?? '')].filter(Boolean).join(', ') || t('gone')
          return (
            <li key={one.id} className={styles.ruleHead}>
              {name}
              <IconButton
                icon={X}
                label={t('removeOne', { name })}
                reason={reason}
                onClick={() => drop.mutate(one.id)}
              />
            </li>
          )
        })}
      </ul>
      {reason !== null ? null : isSaved ? (
        <>
          <PersonField
            key={named.length}
            label={t('addPerson')}
            onChoose={(option) => option && add.mutate({ userId: option.value })}
          />
          <AddRole roles={roles} onAdd={(roleId) => add.mutate({ roleId })} />
        </>
      ) : (
        <p className="muted">{t('saveFirst')}</p>
      )}
    </fieldset>
  )
}

interface AddRoleProps {
  roles: readonly { id: string; name: string }[]
  onAdd: (roleId: string) => void
}

/** A choice and a button: by arrow keys one passes over roles that one does not mean. */
function AddRole({ roles, onAdd }: AddRoleProps) {
  const [chosen, choose] = useState('')
  return (
    <>
      <SelectField
        label={t('addRole')}
        value={chosen}
        choices={[
          { value: '', label: t('choose') },
          ...roles.map((role) => ({ value: role.id, label: wordOf(role.name) })),
        ]}
        onChange={(event) => choose(event.target.value)}
      />
      <div className={styles.buttons}>
        <Button
          icon={Plus}
          reason={chosen ? null : t('choose')}
          onClick={() => {
            onAdd(chosen)
            choose('')
          }}
        >
          {t('addThisRole')}
        </Button>
      </div>
    </>
  )
}
