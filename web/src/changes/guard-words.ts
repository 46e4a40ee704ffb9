/** What a guard found, in the reader's language. */

import type { Step } from '../api/changes'
import { wordOf } from '../kit/i18n'
import { t } from './texts'

type Verdict = Step['guards'][number]

export function guardWords({ passed, finding }: Verdict): string {
  const { kind, given, required, more } = finding
  // Roles are named there; other names are people's own.
  const isRole = /role|wait|count/.test(kind)
  const called = finding.names.map((name) => (isRole ? wordOf(name) : name))
  if (more > 0) called.push(t('andMore', { count: more }))
  const names = called.join(', ')
  const votes = t('guardVotes', { given: given ?? 0, count: required ?? 0 })
  switch (kind) {
    case 'approvals':
      return votes
    case 'waiting':
      return `${votes}; ${t('guardWaiting', { names })}`
    case 'counted':
      return `${votes}; ${t('guardCounted', { names })}`
    case 'rejected':
      return t('guardRejected', { names })
    case 'role':
      return t('guardRole', { names, count: finding.names.length })
    case 'families':
      return t('guardFamilies', { names })
    case 'children':
      return t(passed ? 'guardChildrenMet' : 'guardChildren', { names })
    case 'affected':
      return t('guardAffected')
    case 'reviewed':
      return t(passed ? 'guardReviewedMet' : 'guardReviewed', { names })
  }
}
