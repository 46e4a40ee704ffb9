/** The definition as two tables in which everything can be edited that the diagram shows. */

import { useQuery } from '@tanstack/react-query'
import { PencilLine, Trash2 } from 'lucide-react'
import { rolesQuery } from '../api/admin'
import { IconButton } from '../kit/button'
import { wordOf } from '../kit/i18n'
import { AddButtons } from './definition-panel'
import styles from './designer.module.css'
import type { PanelProps } from './designer-page'
import { changeState, changeStep, removeState, removeStep, type State, type Step } from './draft'
import { useLifecycles } from './effects'
import { effectText, guardText } from './rule-text'
import { t } from './texts'

export function TableView(props: PanelProps) {
  return (
    <div className={styles.tables}>
      <h2>{t('states')}</h2>
      <StatesTable {...props} />
      <h2>{t('steps')}</h2>
      <StepsTable {...props} />
      <AddButtons {...props} />
    </div>
  )
}

function StatesTable(props: PanelProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
    <section className={styles.tableBox} aria-label={t('states')} tabIndex={0}>
      <table className={styles.table} aria-label={t('states')}>
        <thead>
          <tr>
            <th scope="col">{t('name')}</th>
            <th scope="col">{t('isInitial')}</th>
            <th scope="col">{t('isFinal')}</th>
            <th scope="col">{t('outcome')}</th>
            <th scope="col">{t('actions')}</th>
          </tr>
        </thead>
        <tbody>
          {props.draft.states.map((state) => (
            <StateRow key={state.id} {...props} state={state} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function StateRow(props: PanelProps & { state: State }) {
  const { draft, edit, choose, outcomeOf, reason, state } = props
  const change = (part: Partial<State>) => edit(changeState(draft, state.id, part))
  const isOff = reason !== null
  const called = (what: string) => `${state.name}: ${what}`
  return (
    <tr>
      <td>
        <input
          aria-label={called(t('name'))}
          value={state.name}
          readOnly={isOff}
          onChange={(event) => change({ name: event.target.value })}
        />
      </td>
      <td>
        <input
          type="radio"
          name="initial"
          aria-label={called(t('isInitial'))}
          checked={state.isInitial ?? false}
          aria-disabled={isOff || undefined}
          onChange={() => !isOff && change({ isInitial: true })}
        />
      </td>
      <td>
        <input
          type="checkbox"
          aria-label={called(t('isFinal'))}
          checked={state.isFinal ?? false}
          aria-disabled={isOff || undefined}
          onChange={(event) =>
            !isOff &&
            change({
              isFinal: event.target.checked,
              ...(!event.target.checked && { outcome: null }),
            })
          }
        />
      </td>
      <td>{state.isFinal ? t(`outcome_${outcomeOf(state)}`) : ''}</td>
      <td>
        <IconButton
          icon={PencilLine}
          label={t('editOne', { name: state.name })}
          onClick={() => choose({ kind: 'state', id: state.id })}
        />
        <IconButton
          icon={Trash2}
          label={t('removeOne', { name: state.name })}
          reason={reason}
          onClick={() => edit(removeState(draft, state.id))}
        />
      </td>
    </tr>
  )
}

function StepsTable(props: PanelProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
    <section className={styles.tableBox} aria-label={t('steps')} tabIndex={0}>
      <table className={styles.table} aria-label={t('steps')}>
        <thead>
          <tr>
            <th scope="col">{t('name')}</th>
            <th scope="col">{t('from')}</th>
            <th scope="col">{t('to')}</th>
            <th scope="col">{t('guards')}</th>
            <th scope="col">{t('effects')}</th>
            <th scope="col">{t('actions')}</th>
          </tr>
        </thead>
        <tbody>
          {props.draft.transitions.map((step) => (
            <StepRow key={step.id} {...props} step={step} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function StepRow({ draft, edit, choose, reason, step }: PanelProps & { step: Step }) {
  const roles = useQuery(rolesQuery).data ?? []
  const lifecycles = useLifecycles()
  const change = (part: Partial<Step>) => edit(changeStep(draft, step.id, part))
  const end = (label: string, key: 'fromStateId' | 'toStateId') =>
    reason !== null ? (
      draft.states.filter(({ id }) => id === step[key]).map(({ name }) => wordOf(name))
    ) : (
      <select
        aria-label={`${step.name}: ${label}`}
        value={step[key]}
        onChange={(event) => change({ [key]: event.target.value })}
      >
        {draft.states.map(({ id, name }) => (
          <option key={id} value={id}>
            {wordOf(name)}
          </option>
        ))}
      </select>
    )
  return (
    <tr>
      <td>
        <input
          aria-label={`${step.name}: ${t('name')}`}
          value={step.name}
          readOnly={reason !== null}
          onChange={(event) => change({ name: event.target.value })}
        />
      </td>
      <td>{end(t('from'), 'fromStateId')}</td>
      <td>{end(t('to'), 'toStateId')}</td>
      <td>{(step.guards ?? []).map((guard) => guardText(guard, roles)).join('; ')}</td>
      <td>
        {(step.lifecycleEffects ?? []).map((effect) => effectText(effect, lifecycles)).join('; ')}
      </td>
      <td>
        <IconButton
          icon={PencilLine}
          label={t('editOne', { name: step.name })}
          onClick={() => choose({ kind: 'step', id: step.id })}
        />
        <IconButton
          icon={Trash2}
          label={t('removeOne', { name: step.name })}
          reason={reason}
          onClick={() => edit(removeStep(draft, step.id))}
        />
      </td>
    </tr>
  )
}
