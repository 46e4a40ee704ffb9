/** What stands in place of an answer that did not come. */

import { problemOf } from '../api/problem'
import { problemText, problemTitle } from '../api/tell'
import { ErrorState } from '../kit/states'

interface QueryErrorProps {
  error: unknown
  onRetry?: () => void
  /** Whether it stands in place of a whole page. */
  isPage?: boolean
}

export function QueryError({ error, onRetry, isPage }: QueryErrorProps) {
  const problem = problemOf(error)
  return (
    <ErrorState
      isPage={isPage}
      title={problemTitle(problem)}
      message={problemText(problem)}
      requestId={problem.status === 404 ? null : problem.requestId}
      offline={problem.code === 'OFFLINE'}
      onRetry={problem.status === 404 || problem.status === 403 ? undefined : onRetry}
    />
  )
}
