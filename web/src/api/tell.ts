/** What a refusal says to the person whose click it refused. */

import { sentenceOf } from '../kit/i18n'
import { notify } from '../kit/toast'
import type { Problem } from './problem'
import { t } from './texts'

export function problemText(problem: Problem): string {
  if (problem.code === 'OFFLINE') return t(problem.isOnce ? 'offlineOnce' : 'offline')
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

/** With what the server says beside it. */
export function problemSentences(problem: Problem): string {
  return [problemText(problem), ...notesOf(problem)].join(' ')
}

function notesOf(problem: Problem): string[] {
  const { status, requestId } = problem
  // What the server refuses is understood by its sentence; for what failed, its log has to be asked.
  if (status >= 500 && requestId) return [t('request', { id: requestId })]
  if (status !== 400) return []
  const text = problemText(problem)
  return problem.details
    .map(({ message }) => sentenceOf(message ?? ''))
    .filter((detail) => !text.endsWith(detail))
}

/** `more` is what the person should know besides. */
export function tellProblem(problem: Problem, more?: string): void {
  // The sign-on page, which comes by itself then, says it better.
  if (problem.status === 401) return
  const notes = [...notesOf(problem), more].filter(Boolean)
  notify({ kind: 'bad', text: problemText(problem), note: notes.join(' ') || undefined })
}
