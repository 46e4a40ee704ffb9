/** What two drafts of one report hold where they differ, in words. */

import type { BothValues } from '../records/meanwhile-dialog'
import type { Draft, DraftFilter, OperatorName } from './draft'
import { fieldText } from './field-text'
import { t } from './texts'

export function bothReports(mine: Draft, theirs: Draft): BothValues[] {
  const row = (label: string, text: (draft: Draft) => string) => ({
    label,
    mine: text(mine),
    theirs: text(theirs),
  })
  return [
    row(t('name'), (draft) => draft.name),
    row(t('description'), (draft) => draft.description),
    row(t('seenBy'), (draft) => t(draft.isPublic ? 'everybody' : 'itsMaker')),
    row(t('columns'), (draft) => draft.paths.map(fieldText).join(', ')),
    row(t('conditions'), (draft) => draft.filters.map(filterText).join('; ')),
    row(t('orderedBy'), ({ sort }) => sortText(sort)),
  ].filter((one) => one.mine !== one.theirs)
}

function filterText({ path, operator, value }: DraftFilter): string {
  return `${fieldText(path)} ${t(`op_${operator as OperatorName}`)} ${value}`.trim()
}

function sortText(sort: string): string {
  const [path = '', direction] = sort.split(':')
  return path && `${fieldText(path)}, ${t(direction === 'desc' ? 'downwards' : 'upwards')}`
}
