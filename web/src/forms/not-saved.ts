/** Why what was typed is not saved. */

import { t } from './texts'

/** The item is deleted. */
export const heldBack = () => t('heldBack')

export const notSaved = (why: string) => t('notSaved', { why })
