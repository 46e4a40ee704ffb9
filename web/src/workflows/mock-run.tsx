/** A run of the definition on a change that does not exist; the server's own guards judge it. */

import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { rolesQuery } from '../api/admin'
import { approversQuery, type Preview, previewQuery, type Workflow } from '../api/workflows'
import { Button } from '../kit/button'
import { CheckField, TextField } from '../kit/field'
import { wordOf } from '../kit/i18n'
import { EmptyState } from '../kit/states'
import { StateMark } from '../records/state-mark'
import styles from './designer.module.css'
import type { PanelProps } from './designer-page'
import type { Draft, Step } from './draft'
import { useLifecycles } from './effects'
import { effectText, verdictText } from './rule-text'
import { RoleChecks } from './step-panel'
import { t } from './texts'
import { bodyOf } from './use-draft'

/** What is done about the mock change in the state where it stands. */
interface Mock {
  approvedBy: readonly string[]
  approvals: number
  rejected: boolean
  reviewed: boolean
  childrenReleased: boolean
  roleIds: readonly string[]
}

const NOTHING_DONE: Mock = {
  approvedBy: [],
  approvals: 0,
  rejected: false,
  reviewed: false,
  childrenReleased: false,
  roleIds: [],
}

export function MockRun({ workflow, draft, outcomeOf }: PanelProps) {
  const initial = draft.states.find((state) => state.isInitial)?.id
  const [mock, setMock] = useState(NOTHING_DONE)
  const [taken, setTaken] = useState<readonly string[]>([])
  const steps = taken.flatMap((id) => draft.transitions.find((step) => step.id === id) ?? [])
  const at = draft.states.find(({ id }) => id === (steps.at(-1)?.toStateId ?? initial))
  const body = bodyOf(workflow, draft, { mockChange: { ...mock, stateId: at?.id ?? '' } })
  const found = useQuery({ ...previewQuery(body), enabled: at !== undefined }).data
  if (!at) return <EmptyState title={t('noBeginning')}>{t('noBeginningNote')}</EmptyState>
  const take = (step: Step) => {
    setTaken([...steps.map(({ id }) => id), step.id])
    // Votes are of one visit to a state; what is reviewed or released stays so.
    setMock({ ...mock, approvedBy: [], approvals: 0, rejected: false })
  }
  const isOut = (step: Step) => {
    const target = draft.states.find(({ id }) => id === step.toStateId)
    return target?.isFinal === true && outcomeOf(target) === 'cancel'
  }
  const restart = () => {
    setTaken([])
    setMock(NOTHING_DONE)
  }
  return (
    <div className={styles.mock}>
      <section aria-label={t('whereItStands')}>
        <h2>{t('whereItStands')}</h2>
        <p role="status" className={styles.at}>
          <StateMark state={at.name} isPill />
          {at.isFinal && <span>{t(`ends_${outcomeOf(at)}`)}</span>}
        </p>
        <Trail draft={draft} steps={steps} />
        <Button icon={RotateCcw} onClick={restart}>
          {t('restart')}
        </Button>
      </section>
      <MockFacts workflow={workflow} stateId={at.id} mock={mock} onChange={setMock} />
      <NextSteps draft={draft} isOut={isOut} offered={found?.steps ?? []} onTake={take} />
    </div>
  )
}

function Trail({ draft, steps }: { draft: Draft; steps: readonly Step[] }) {
  const lifecycles = useLifecycles()
  const nameOf = (key: string) => draft.states.find(({ id }) => id === key)?.name ?? key
  return (
    <ol className={styles.trail} aria-label={t('trail')}>
      {steps.map((step, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step may be taken more than once
        <li key={place}>
          <b>{wordOf(step.name)}</b> {wordOf(nameOf(step.fromStateId))} →{' '}
          {wordOf(nameOf(step.toStateId))}
          {(step.lifecycleEffects ?? []).map((effect) => (
            <small key={effectText(effect, lifecycles)}>{effectText(effect, lifecycles)}</small>
          ))}
        </li>
      ))}
    </ol>
  )
}

interface MockFactsProps {
  workflow: Workflow
  stateId: string
  mock: Mock
  onChange: (mock: Mock) => void
}

function MockFacts({ workflow, stateId, mock, onChange }: MockFactsProps) {
  const all = useQuery(approversQuery(workflow.id)).data
  const roles = useQuery(rolesQuery).data ?? []
  const named = all?.find((one) => one.stateId === stateId)?.approvers ?? []
  const set = (part: Partial<Mock>) => onChange({ ...mock, ...part })
  const vote = (id: string, isOn: boolean) =>
    set({
      approvedBy: isOn ? [...mock.approvedBy, id] : mock.approvedBy.filter((one) => one !== id),
    })
  return (
    <section aria-label={t('whatIsDone')} className={styles.form}>
      <h2>{t('whatIsDone')}</h2>
      {named.map((one) => (
        <CheckField
          key={one.id}
          label={t('approves', {
            name:
              [one.userName, wordOf(one.roleName ?? '')].filter(Boolean).join(', ') || t('gone'),
          })}
          checked={mock.approvedBy.includes(one.id)}
          onChange={(event) => vote(one.id, event.target.checked)}
        />
      ))}
      {named.length === 0 && (
        <TextField
          label={t('mockApprovals')}
          type="number"
          min={0}
          max={1000}
          value={mock.approvals}
          onChange={(event) => set({ approvals: Number(event.target.value) || 0 })}
        />
      )}
      <CheckField
        label={t('mockRejected')}
        checked={mock.rejected}
        onChange={(event) => set({ rejected: event.target.checked })}
      />
      <CheckField
        label={t('all_items_reviewed')}
        checked={mock.reviewed}
        onChange={(event) => set({ reviewed: event.target.checked })}
      />
      <CheckField
        label={t('children_released')}
        checked={mock.childrenReleased}
        onChange={(event) => set({ childrenReleased: event.target.checked })}
      />
      <RoleChecks
        label={t('takerRoles')}
        roles={roles}
        chosen={mock.roleIds}
        keyOf={({ id }) => id}
        onChange={(roleIds) => set({ roleIds })}
      />
    </section>
  )
}

interface NextStepsProps {
  draft: Draft
  isOut: (step: Step) => boolean
  offered: NonNullable<Preview['steps']>
  onTake: (step: Step) => void
}

function NextSteps({ draft, isOut, offered, onTake }: NextStepsProps) {
  return (
    <section aria-label={t('nextSteps')}>
      <h2>{t('nextSteps')}</h2>
      {offered.length === 0 && <p className="muted">{t('noNextStep')}</p>}
      {offered.map(({ id, allowed, guards }) => {
        const step = draft.transitions.find((one) => one.id === id)
        if (!step) return null
        const missing = guards.filter((guard) => !guard.passed).map(verdictText)
        return (
          <div key={id} className={styles.rule}>
            <Button
              kind={allowed && !isOut(step) ? 'primary' : 'plain'}
              reason={allowed ? null : missing.join('. ')}
              onClick={() => onTake(step)}
            >
              {wordOf(step.name)}
            </Button>
            <ul className={styles.verdicts}>
              {guards.map((guard) => (
                <li key={guard.type + guard.message}>
                  {guard.passed ? (
                    <CircleCheck size={14} className={styles.good} />
                  ) : (
                    <CircleAlert size={14} className={styles.warn} />
                  )}
                  {verdictText(guard)}
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </section>
  )
}
