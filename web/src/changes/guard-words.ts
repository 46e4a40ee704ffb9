/** What a guard found, in the reader's language. */

import type { Step } from '../api/changes'
import { t } from './texts'

type Verdict = Step['guards'][number]

export function guardWords({ passed, finding }: Verdict): string {
  const { kind, given, required, more } = finding
  const names = [...finding.names, ...(more > 0 ? [t('andMore', { count: more })] : [])].join(', ')
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
      return passed ? t('guardChildrenMet') : t('guardChildren', { names })
    case 'affected':
      return t('guardAffected')
    case 'reviewed':
      return passed ? t('guardReviewedMet') : t('guardReviewed', { names })
  }
}
