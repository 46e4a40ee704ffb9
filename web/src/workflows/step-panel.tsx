/** One step of a definition: its ends, what it asks for, what it brings about. */

import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2, X } from 'lucide-react'
import { use } from 'react'
import { rolesQuery } from '../api/admin'
import { Button, IconButton } from '../kit/button'
import { wordOf } from '../kit/i18n'
import styles from './designer.module.css'
import type { PanelProps } from './designer-page'
import { changeStep, type Guard, removeStep, type Step } from './draft'
import { Effects } from './effects'
import { CheckField, ReadOnly, SelectField, TextField } from './fields'
import type { Named } from './rule-text'
import { BackButton } from './state-panel'
import { t } from './texts'

const GUARDS: readonly Guard['type'][] = [
  'requires_approval',
  'role_required',
  'all_items_reviewed',
  'children_released',
]

export function StepPanel(props: PanelProps & { step: Step }) {
  const { workflow, draft, edit, choose, reason, step } = props
  const change = (part: Partial<Step>) => edit(changeStep(draft, step.id, part))
  const states = draft.states.map(({ id, name }) => ({ value: id, label: wordOf(name) }))
  return (
    <section aria-label={t('stepNamed', { name: step.name })}>
      <BackButton choose={choose} />
      <h2>{t('step')}</h2>
      <ReadOnly value={reason}>
        <div className={styles.form}>
          <TextField
            label={t('name')}
            value={step.name}
            maxLength={500}
            onChange={(event) => change({ name: event.target.value })}
          />
          <SelectField
            label={t('from')}
            value={step.fromStateId}
            choices={states}
            onChange={(event) => change({ fromStateId: event.target.value })}
          />
          <SelectField
            label={t('to')}
            value={step.toStateId}
            choices={states}
            onChange={(event) => change({ toStateId: event.target.value })}
          />
          <Guards guards={step.guards ?? []} onChange={(guards) => change({ guards })} />
          {workflow.definitionType === 'workflow' && (
            <Effects
              effects={step.lifecycleEffects ?? []}
              onChange={(lifecycleEffects) => change({ lifecycleEffects })}
            />
          )}
        </div>
      </ReadOnly>
      <div className={styles.buttons}>
        <Button
          kind="danger"
          icon={Trash2}
          reason={reason}
          onClick={() => {
            edit(removeStep(draft, step.id))
            choose(null)
          }}
        >
          {t('removeStep')}
        </Button>
      </div>
    </section>
  )
}

interface GuardsProps {
  guards: readonly Guard[]
  onChange: (guards: Guard[]) => void
}

function Guards({ guards, onChange }: GuardsProps) {
  const reason = use(ReadOnly)
  const roles = useQuery(rolesQuery).data ?? []
  const add = (type: string) => {
    const first = roles.find(({ name }) => name === 'Approver') ?? roles[0]
    const guard = type === 'role_required' ? { type, roles: first ? [first.name] : [] } : { type }
    onChange([...guards, guard as Guard])
  }
  return (
    <fieldset className={styles.group}>
      <legend>{t('guards')}</legend>
      {guards.map((guard, place) => (
        <GuardFields
          // biome-ignore lint/suspicious/noArrayIndexKey: guards have nothing else
          key={place}
          guard={guard}
          roles={roles}
          onChange={(next) => onChange(guards.with(place, next))}
          onRemove={() => onChange(guards.toSpliced(place, 1))}
        />
      ))}
      <div className={styles.adders}>
        {GUARDS.map((type) => (
          <Button key={type} icon={Plus} reason={reason} onClick={() => add(type)}>
            {t(type)}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}

interface GuardProps {
  guard: Guard
  roles: readonly Named[]
  onChange: (guard: Guard) => void
  onRemove: () => void
}

function GuardFields({ guard, roles, onChange, onRemove }: GuardProps) {
  const reason = use(ReadOnly)
  return (
    <div className={styles.rule} role="group" aria-label={t(guard.type)}>
      <div className={styles.ruleHead}>
        <b>{t(guard.type)}</b>
        <IconButton
          icon={X}
          label={t('removeOne', { name: t(guard.type) })}
          reason={reason}
          onClick={onRemove}
        />
      </div>
      {guard.type === 'requires_approval' && (
        <>
          <TextField
            label={t('requiredCount')}
            hint={t('requiredCountHint')}
            type="number"
            min={1}
            max={1000}
            value={guard.requiredCount ?? ''}
            onChange={(event) =>
              onChange({ ...guard, requiredCount: Number(event.target.value) || null })
            }
          />
          <RoleChecks
            label={t('countFrom')}
            roles={roles}
            chosen={guard.roleIds ?? []}
            keyOf={({ id }) => id}
            onChange={(roleIds) => onChange({ ...guard, roleIds })}
          />
        </>
      )}
      {guard.type === 'role_required' && (
        <RoleChecks
          label={t('oneOfRoles')}
          roles={roles}
          chosen={guard.roles}
          keyOf={({ name }) => name}
          onChange={(names) => onChange({ ...guard, roles: names })}
        />
      )}
    </div>
  )
}

interface RoleChecksProps {
  label: string
  roles: readonly Named[]
  chosen: readonly string[]
  keyOf: (role: Named) => string
  onChange: (chosen: string[]) => void
}

export function RoleChecks({ label, roles, chosen, keyOf, onChange }: RoleChecksProps) {
  const isOn = (role: Named) => chosen.includes(role.id) || chosen.includes(role.name)
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      {roles.map((role) => (
        <CheckField
          key={role.id}
          label={wordOf(role.name)}
          checked={isOn(role)}
          onChange={(event) => {
            const rest = chosen.filter((one) => one !== role.id && one !== role.name)
            onChange(event.target.checked ? [...rest, keyOf(role)] : rest)
          }}
        />
      ))}
    </fieldset>
  )
}
