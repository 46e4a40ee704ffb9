/** Says that some of what was pasted found no place. */

import { t } from './texts'
import { notify } from './toast'

export function tellLeftOut(count: number): void {
  if (count > 0) notify({ kind: 'bad', text: t('cellsLeftOut', { count }) })
}
