/** Guards and effects in words. */

import type { Preview, Workflow } from '../api/workflows'
import type { BothValues } from '../forms/meanwhile-dialog'
import { wordOf } from '../kit/i18n'
import { type Draft, differing, type Effect, type Guard, type State, type Step } from './draft'
import { t } from './texts'

export interface Named {
  id: string
  name: string
}

export function guardText(guard: Guard, roles: readonly Named[]): string {
  const nameOf = (role: string) => wordOf(roles.find(({ id }) => id === role)?.name ?? role)
  switch (guard.type) {
    case 'requires_approval': {
      const from = guard.roleIds?.length
        ? t('fromRoles', { roles: guard.roleIds.map(nameOf).join(', ') })
        : ''
      const count = guard.requiredCount
      return `${count ? t('approvals', { count }) : t('approvalOfAll')}${from && ` ${from}`}`
    }
    case 'role_required':
      return t('needsRole', { roles: guard.roles.map(nameOf).join(', ') })
    case 'all_items_reviewed':
      return t('all_items_reviewed')
    case 'children_released':
      return t('children_released')
  }
}

type Verdict = NonNullable<Preview['steps']>[number]['guards'][number]

/** What a guard says of the mock change, which has no items to name. */
export function verdictText({ passed, finding }: Verdict): string {
  const { kind, given, required } = finding
  const names = finding.names.map(wordOf).join(', ')
  const votes = t('verdict_votes', { given: given ?? 0, count: required ?? 0 })
  switch (kind) {
    case 'approvals':
      return votes
    case 'waiting':
    case 'counted':
      return `${votes}; ${t(`verdict_${kind}`, { names })}`
    case 'rejected':
      return t('verdict_rejected')
    case 'role':
      return t('verdict_role', { names })
    default:
      return t(passed ? `verdict_${kind}_met` : `verdict_${kind}`)
  }
}

export function effectText(effect: Effect, lifecycles: readonly Workflow[]): string {
  const lifecycle = lifecycles.find(({ id }) => id === effect.lifecycleDefinitionId)
  const nameOf = (key: string) => lifecycle?.states.find(({ id }) => id === key)?.name ?? key
  return t('effectText', {
    action: effect.changeAction,
    from: nameOf(effect.fromStateId),
    to: nameOf(effect.toStateId),
    lifecycle: lifecycle?.name ?? t('gone'),
  })
}

interface Names {
  roles: readonly Named[]
  lifecycles: readonly Workflow[]
}

/** What two definitions hold where they differ, in words. */
export function bothValues(mine: Draft, theirs: Draft, names: Names): BothValues[] {
  const fields = (['name', 'description'] as const).map((field) => ({
    label: t(field),
    mine: mine[field] ?? '',
    theirs: theirs[field] ?? '',
  }))
  const own = fields.filter((field) => field.mine !== field.theirs)
  const text = (draft: Draft, kind: 'states' | 'transitions', id: string) => {
    if (kind === 'states') {
      const state = draft.states.find((one) => one.id === id)
      return state ? stateText(state) : ''
    }
    const step = draft.transitions.find((one) => one.id === id)
    return step ? stepText(step, draft, names) : ''
  }
  const differ = differing(mine, theirs).map(({ kind, id, name }) => ({
    label: name,
    mine: text(mine, kind, id),
    theirs: text(theirs, kind, id),
  }))
  const use = (draft: Draft) => [...draft.applicableItemTypes, ...draft.changeTypes].join(', ')
  const more = [
    { label: t('appliesTo'), mine: use(mine), theirs: use(theirs) },
    { label: t('active'), mine: t(`is_${mine.isActive}`), theirs: t(`is_${theirs.isActive}`) },
  ]
  return [...own, ...more.filter((field) => field.mine !== field.theirs), ...differ]
}

function stateText(state: State): string {
  const marks = [
    state.name,
    state.isInitial && t('isInitial'),
    state.isFinal && t('isFinal'),
    state.outcome && t(`outcome_${state.outcome}`),
    state.category && t(`category_${state.category}`),
    state.color,
  ]
  return marks.filter(Boolean).join(', ')
}

function stepText(step: Step, draft: Draft, { roles, lifecycles }: Names): string {
  const nameOf = (id: string) => draft.states.find((state) => state.id === id)?.name ?? id
  const rules = [
    ...(step.guards ?? []).map((guard) => guardText(guard, roles)),
    ...(step.lifecycleEffects ?? []).map((effect) => effectText(effect, lifecycles)),
  ]
  const way = `${step.name}: ${nameOf(step.fromStateId)} → ${nameOf(step.toStateId)}`
  return [way, ...rules].join('; ')
}
