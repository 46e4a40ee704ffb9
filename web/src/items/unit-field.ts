/** The control of what a figure is in, which stands beside it. */

import { declared } from '../api/declared'
import type { FormField } from '../kit/form-fields'
import type { ItemField } from './fields'
import { t } from './texts'

export function unitField(name: NonNullable<ItemField['unit']>, value?: string): FormField {
  const isWeight = name === 'weightUnit'
  return {
    name,
    label: t(name),
    ...declared('Part', name),
    value: value || (isWeight ? 'g' : 'USD'),
    isRequired: isWeight,
  }
}
