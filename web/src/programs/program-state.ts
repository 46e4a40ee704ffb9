/** The states of programs in the reader's language. */

import { t } from './texts'

const TEXTS = {
  Active: 'stateActive',
  'On Hold': 'stateOnHold',
  Completed: 'stateCompleted',
  Cancelled: 'stateCancelled',
} as const

export function stateText(state: string): string {
  return state in TEXTS ? t(TEXTS[state as keyof typeof TEXTS]) : state
}
