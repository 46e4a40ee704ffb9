/** What stands in place of a page that failed or is not there. */

import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { Compass } from 'lucide-react'
import { problemOf } from '../api/problem'
import { problemText, problemTitle } from '../api/tell'
import { buttonClass } from '../kit/button'
import { EmptyState, ErrorState } from '../kit/states'
import { t } from './texts'
import { reloadBroken } from './version'

export function PageError({ error, reset }: ErrorComponentProps) {
  const problem = problemOf(error)
  const router = useRouter()
  const retry = () => {
    void reloadBroken()
    reset()
    void router.invalidate()
  }
  return (
    <ErrorState
      title={problemTitle(problem)}
      message={problemText(problem)}
      requestId={problem.requestId}
      offline={problem.code === 'OFFLINE'}
      onRetry={retry}
    />
  )
}

export function NotFoundPage() {
  return (
    <EmptyState
      icon={Compass}
      title={t('noPage')}
      actions={
        <Link to="/" className={buttonClass({})}>
          {t('toStart')}
        </Link>
      }
    >
      {t('noPageNote')}
    </EmptyState>
  )
}
