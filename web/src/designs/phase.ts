/** Whether anything of a design was released, in the reader's language. */

import { t } from './texts'

export function phaseText(phase: string): string {
  if (phase === 'pre-release') return t('phasePre')
  return phase === 'post-release' ? t('phasePost') : phase
}
