/** What a step of a workflow asks for, in words. */

import type { Workflow } from '../api/admin'
import { wordOf } from '../kit/i18n'
import { t } from './texts'

type Guard = NonNullable<Workflow['transitions'][number]['guards']>[number]

export function guardText(guard: Guard): string {
  switch (guard.type) {
    case 'requires_approval':
      return t('guardApproval')
    case 'role_required':
      return t('guardRole', { roles: guard.roles.map(wordOf).join(', ') })
    case 'all_items_reviewed':
      return t('guardReviewed')
    case 'children_released':
      return t('guardChildren')
  }
}
