/** What two drafts of one report hold where they differ, in words. */

import type { BothValues } from '../forms/meanwhile-dialog'
import { wordOf } from '../kit/i18n'
import { type Draft, type DraftFilter, type OperatorName, readSort } from './draft'
import { columnText, fieldText } from './field-text'
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
    row(t('seenBy'), seenByText),
    row(t('columns'), ({ columns }) =>
      columns.map(({ path, aggregate }) => columnText(path, aggregate)).join(', '),
    ),
    row(t('conditions'), (draft) => draft.filters.map(filterText).join('; ')),
    row(t('orderedBy'), ({ sorts }) => sorts.map(sortText).join('; ')),
    row(t('chart'), ({ chart }) => (chart.kind ? t(`chart_${chart.kind}`) : t('noChart'))),
  ].filter((one) => one.mine !== one.theirs)
}

function seenByText({ isPublic, roles, people }: Draft): string {
  if (isPublic) return t('everybody')
  if (roles.length + people.length === 0) return t('itsMaker')
  return [...roles.map(wordOf), people.length > 0 && t('people', { count: people.length })]
    .filter(Boolean)
    .join(', ')
}

function filterText({ path, operator, value, upTo = '' }: DraftFilter): string {
  return `${fieldText(path)} ${t(`op_${operator as OperatorName}`)} ${value} ${upTo}`.trim()
}

function sortText(sort: string): string {
  const { path, aggregate, direction } = readSort(sort)
  return `${columnText(path, aggregate)}, ${t(direction === 'desc' ? 'downwards' : 'upwards')}`
}
