/** What a step does to the affected items: moves in lifecycles of their own. */

import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { use } from 'react'
import { workflowsQuery } from '../api/admin'
import type { Workflow } from '../api/workflows'
import { Button, IconButton } from '../kit/button'
import styles from './designer.module.css'
import type { Effect } from './draft'
import { ReadOnly, SelectField } from './fields'
import { effectText } from './rule-text'
import { t } from './texts'

const ACTIONS = ['release', 'revise', 'modify', 'obsolete', 'add', 'remove'] as const

interface EffectsProps {
  effects: readonly Effect[]
  onChange: (effects: Effect[]) => void
}

export function useLifecycles(): readonly Workflow[] {
  const all = useQuery(workflowsQuery).data ?? []
  return all.filter(({ definitionType }) => definitionType === 'lifecycle')
}

export function Effects({ effects, onChange }: EffectsProps) {
  const lifecycles = useLifecycles()
  const reason = use(ReadOnly)
  const add = () => {
    const [first] = lifecycles
    if (!first) return
    const [from, to] = [first.states[0]?.id ?? '', first.states[1]?.id ?? '']
    const effect: Effect = {
      changeAction: 'release',
      lifecycleDefinitionId: first.id,
      fromStateId: from,
      toStateId: to,
    }
    onChange([...effects, effect])
  }
  return (
    <fieldset className={styles.group}>
      <legend>{t('effects')}</legend>
      {effects.map((effect, place) => (
        <EffectFields
          // biome-ignore lint/suspicious/noArrayIndexKey: effects have nothing else
          key={place}
          effect={effect}
          lifecycles={lifecycles}
          onChange={(next) => onChange(effects.with(place, next))}
          onRemove={() => onChange(effects.toSpliced(place, 1))}
        />
      ))}
      <div className={styles.adders}>
        <Button
          icon={Plus}
          reason={reason ?? (lifecycles.length === 0 ? t('noLifecycles') : null)}
          onClick={add}
        >
          {t('addEffect')}
        </Button>
      </div>
    </fieldset>
  )
}

interface EffectProps {
  effect: Effect
  lifecycles: readonly Workflow[]
  onChange: (effect: Effect) => void
  onRemove: () => void
}

function EffectFields({ effect, lifecycles, onChange, onRemove }: EffectProps) {
  const lifecycle = lifecycles.find(({ id }) => id === effect.lifecycleDefinitionId)
  const states = (lifecycle?.states ?? []).map(({ id, name }) => ({ value: id, label: name }))
  // States may be named by their ids or their names.
  const idOf = (key: string) =>
    lifecycle?.states.find(({ id, name }) => id === key || name === key)?.id ?? key
  const name = effectText(effect, lifecycles)
  const reason = use(ReadOnly)
  return (
    <div className={styles.rule} role="group" aria-label={name}>
      <div className={styles.ruleHead}>
        <b>{name}</b>
        <IconButton icon={X} label={t('removeOne', { name })} reason={reason} onClick={onRemove} />
      </div>
      <SelectField
        label={t('itemsTo')}
        value={effect.changeAction}
        choices={ACTIONS.map((value) => ({ value, label: value }))}
        onChange={(event) =>
          onChange({ ...effect, changeAction: event.target.value as Effect['changeAction'] })
        }
      />
      <SelectField
        label={t('lifecycle')}
        value={effect.lifecycleDefinitionId}
        choices={lifecycles.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(event) => onChange({ ...effect, lifecycleDefinitionId: event.target.value })}
      />
      <SelectField
        label={t('from')}
        value={idOf(effect.fromStateId)}
        choices={states}
        onChange={(event) => onChange({ ...effect, fromStateId: event.target.value })}
      />
      <SelectField
        label={t('to')}
        value={idOf(effect.toStateId)}
        choices={states}
        onChange={(event) => onChange({ ...effect, toStateId: event.target.value })}
      />
    </div>
  )
}
