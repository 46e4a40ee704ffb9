import { t } from './texts'

/** `3 new entries`. */
export function waitingText(count: number): string {
  return t('waiting', { count })
}
