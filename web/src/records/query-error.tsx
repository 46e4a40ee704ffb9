/** What stands in place of an answer that did not come. */

import { problemOf } from '../api/problem'
import { problemText, problemTitle } from '../api/tell'
import { ErrorState } from '../kit/states'

export function QueryError({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const problem = problemOf(error)
  return (
    <ErrorState
      title={problemTitle(problem)}
      message={problemText(problem)}
      requestId={problem.status === 404 ? null : problem.requestId}
      offline={problem.code === 'OFFLINE'}
      onRetry={problem.status === 404 || problem.status === 403 ? undefined : onRetry}
    />
  )
}
