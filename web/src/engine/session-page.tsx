/** One design session: its stages, what is told, and what is drafted, side by side. */

import { Link, useParams } from '@tanstack/react-router'
import { Undo2 } from 'lucide-react'
import type { Tagged } from '../api/client'
import { keys } from '../api/keys'
import { SESSIONS, type Session, undoSession } from '../api/sessions'
import { useWrite } from '../api/write'
import { Button } from '../kit/button'
import { PageHead } from '../kit/page'
import { LoadingRows } from '../kit/states'
import { QueryError } from '../records/query-error'
import { Artefacts } from './artefacts'
import { Conversation } from './conversation'
import styles from './engine.module.css'
import { actionText, NextStep } from './next-step'
import { stageText } from './stage-text'
import { StepList } from './step-list'
import { nextAction } from './steps'
import { t } from './texts'
import { useSession } from './use-session'

export function SessionPage() {
  const { id = '' } = useParams({ strict: false })
  return <OpenSession key={id} id={id} />
}

/** Nothing has been edited, answered or run since it was made. */
const isAsBegun = ({ createdAt, updatedAt }: Session) => createdAt === updatedAt

export type SessionState = ReturnType<typeof useSession>

function OpenSession({ id }: { id: string }) {
  const state = useSession(id)
  const { found } = state
  if (found.error)
    return <QueryError isPage error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <LoadingRows />
  return <LoadedSession state={state} found={found.data} />
}

function LoadedSession({ state, found }: { state: SessionState; found: Tagged<Session> }) {
  const session = found.record
  const isBusy = session.isRunning || state.isActing
  const undo = useWrite({
    send: (_: undefined, headers) => undoSession(session.id, headers),
    changes: [SESSIONS, keys.items],
    done: t('undone'),
  })
  return (
    <>
      <PageHead
        crumbs={<Link to="/design-engine">{t('engine')}</Link>}
        title={session.title}
        actions={
          <Button
            icon={Undo2}
            reason={isBusy ? t('isAtWork') : isAsBegun(session) ? t('nothingToUndo') : null}
            onClick={() => undo.mutate(undefined)}
          >
            {t('undo')}
          </Button>
        }
      >
        <span className="muted" role="status">
          {stepNow(session, isBusy)}
        </span>
      </PageHead>
      <div className={styles.panes}>
        <StepList session={session} isBusy={isBusy} />
        <section className={styles.middle} aria-label={t('conversation')}>
          <Conversation session={session} state={state} isBusy={isBusy} />
          <NextStep session={session} etag={found.etag} act={state.act} isBusy={isBusy} />
        </section>
        <Artefacts session={session} etag={found.etag} isBusy={isBusy} act={state.act} />
      </div>
    </>
  )
}

/** What is under way, who is waited for, or what is to be begun. */
function stepNow(session: Session, isBusy: boolean): string {
  if (session.artifacts.pendingClarificationId) return t('statusPaused')
  const action = isBusy ? null : nextAction(session)
  if (!action?.startsWith('start_')) return stageText(session.stage)
  return t('next', { step: actionText(action) })
}
