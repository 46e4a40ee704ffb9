/** What a refusal says to the person whose click it refused. */

import { sentenceOf } from '../kit/i18n'
import { notify } from '../kit/toast'
import type { Problem } from './problem'
import { t } from './texts'

export function problemText(problem: Problem): string {
  if (problem.code === 'OFFLINE') return t('offline')
  if (problem.status === 429) return t('tooMany', { seconds: problem.retryAfter ?? 60 })
  if (problem.status === 404) return t('notThere')
  if (problem.status === 412) return t('changedMeanwhile')
  if (problem.status >= 500) return t('serverFailed')
  return sentenceOf(problem.message)
}

export function problemTitle(problem: Problem): string {
  if (problem.code === 'OFFLINE') return t('offlineTitle')
  if (problem.status === 403) return t('forbiddenTitle')
  if (problem.status === 404) return t('notThereTitle')
  if (problem.status === 423) return t('lockedTitle')
  if (problem.status === 429) return t('tooManyTitle')
  return t('failedTitle')
}

export function tellProblem(problem: Problem): void {
  // The sign-on page, which comes by itself then, says it better.
  if (problem.status === 401) return
  const text = problemText(problem)
  const details = problem.details
    .map(({ message }) => sentenceOf(message ?? ''))
    .filter((detail) => !text.endsWith(detail))
  const note = problem.status === 400 && details.length > 0 ? details.join(' ') : problem.requestId
  const id = note === problem.requestId && note ? t('request', { id: note }) : note
  notify({
    kind: 'bad',
    text,
    note: problem.status >= 400 ? (id ?? undefined) : undefined,
  })
}
