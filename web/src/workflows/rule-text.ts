/** Guards and effects in words. */

import type { Workflow } from '../api/workflows'
import type { Effect, Guard } from './draft'
import { t } from './texts'

export interface Named {
  id: string
  name: string
}

export function guardText(guard: Guard, roles: readonly Named[]): string {
  const nameOf = (role: string) => roles.find(({ id }) => id === role)?.name ?? role
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
