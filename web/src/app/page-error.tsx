/** What stands in place of a page that failed. */

import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { problemOf, UNLOADED } from '../api/problem'
import { problemText, problemTitle } from '../api/tell'
import { ErrorState } from '../kit/states'
import { t } from './texts'
import { reloadBroken } from './version'

export function PageError({ error, reset }: ErrorComponentProps) {
  const problem = problemOf(error)
  const router = useRouter()
  const isMissing = error instanceof Error && error.message === UNLOADED
  useEffect(() => {
    if (isMissing) void reloadBroken()
  }, [isMissing])
  const retry = () => {
    void reloadBroken(true)
    reset()
    void router.invalidate()
  }
  return (
    <ErrorState
      title={problemTitle(problem)}
      message={isMissing && navigator.onLine ? t('incomplete') : problemText(problem)}
      requestId={problem.requestId}
      offline={problem.code === 'OFFLINE'}
      onRetry={retry}
    />
  )
}
