/** Who approves in a state: people and roles, kept apart from the definition's versions. */

import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { rolesQuery } from '../api/admin'
import {
  approversQuery,
  dropApprover,
  nameApprover,
  type Workflow,
  workflowKeys,
} from '../api/workflows'
import { useWrite } from '../api/write'
import { IconButton } from '../kit/button'
import { SelectField } from '../kit/field'
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
    <fieldset className={styles.group} disabled={reason !== null}>
      <legend>{t('approvers')}</legend>
      {named.length === 0 && <p className="muted">{t('noApprovers')}</p>}
      <ul>
        {named.map((one) => {
          const name = [one.userName, one.roleName].filter(Boolean).join(', ') || t('gone')
          return (
            <li key={one.id} className={styles.ruleHead}>
              {name}
              <IconButton
                icon={X}
                label={t('removeOne', { name })}
                onClick={() => drop.mutate(one.id)}
              />
            </li>
          )
        })}
      </ul>
      {isSaved ? (
        <>
          <PersonField
            key={named.length}
            label={t('addPerson')}
            onChoose={(option) => option && add.mutate({ userId: option.value })}
          />
          <SelectField
            label={t('addRole')}
            value=""
            choices={[
              { value: '', label: t('choose') },
              ...roles.map((role) => ({ value: role.id, label: role.name })),
            ]}
            onChange={(event) => event.target.value && add.mutate({ roleId: event.target.value })}
          />
        </>
      ) : (
        <p className="muted">{t('saveFirst')}</p>
      )}
    </fieldset>
  )
}
