/** What the drafter says and does, and what it is told. */

import { CircleAlert, CircleCheck, Wrench } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { Clarification, Session } from '../api/sessions'
import { Button } from '../kit/button'
import { BareInput } from '../kit/field'
import { sentenceOf } from '../kit/i18n'
import styles from './engine.module.css'
import type { SessionState } from './session-page'
import { stageText } from './stage-text'
import { t } from './texts'
import { type Call, type Entry, grouped } from './told'
import { toolText } from './tool-text'
import { useFollowedEnd } from './use-followed-end'

interface ConversationProps {
  session: Session
  state: SessionState
  isBusy: boolean
}

export function Conversation({ session, state, isBusy }: ConversationProps) {
  const { entries } = state.told
  const { box, onScroll } = useFollowedEnd(entries)
  return (
    <div
      ref={box}
      className={styles.told}
      role="log"
      aria-label={t('conversation')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the same
      tabIndex={0}
      onScroll={onScroll}
    >
      <p className={styles.mine}>{session.artifacts.description}</p>
      {grouped(entries).map((entry) =>
        Array.isArray(entry) ? (
          <ToolCalls key={entry[0]?.id} calls={entry} />
        ) : (
          <OneEntry key={entry.id} entry={entry} session={session} state={state} isBusy={isBusy} />
        ),
      )}
      {state.isLost && <p className={styles.note}>{t('lost')}</p>}
      {session.error && !isBusy && !isTold(session.error, entries) && (
        <p className={styles.failed}>
          <CircleAlert size={14} /> {sentenceOf(session.error)}
        </p>
      )}
    </div>
  )
}

/** Whether the conversation ends with it already. */
function isTold(error: string, entries: readonly Entry[]): boolean {
  const last = entries.at(-1)
  return last?.kind === 'failed' && last.message === error
}

function OneEntry({ entry, ...rest }: ConversationProps & { entry: Exclude<Entry, Call> }) {
  switch (entry.kind) {
    case 'stage':
      return <h2 className={styles.stage}>{stageText(entry.stage)}</h2>
    case 'text':
      return <p className={styles.said}>{sentenceOf(entry.text.trim())}</p>
    case 'mine':
      return <p className={styles.mine}>{entry.text}</p>
    case 'question':
      return <Question entry={entry} {...rest} />
    case 'finished':
      return (
        <p className={styles.finished}>
          <CircleCheck size={14} />{' '}
          {entry.summary ? sentenceOf(entry.summary) : stageText(entry.stage)}
        </p>
      )
    case 'failed':
      return (
        <p className={styles.failed} role="alert">
          <CircleAlert size={14} /> {sentenceOf(entry.message)}
        </p>
      )
    case 'paused':
      return <p className={styles.note}>{sentenceOf(entry.message)}</p>
    case 'gap':
      return <p className={styles.note}>{t('gap')}</p>
  }
}

/** One line for the calls of a tool; what went in and came out when it is unfolded. */
function ToolCalls({ calls }: { calls: readonly Call[] }) {
  const [first] = calls
  return (
    <details className={styles.tool}>
      <summary>
        <Wrench size={12} />
        <span>{first && toolText(first.name)}</span>
        <span className="truncate muted">
          {calls.length > 1 ? t('times', { count: calls.length }) : brief(first?.args)}
        </span>
      </summary>
      {calls.map(({ id, args, result }) => (
        <pre key={id}>
          {JSON.stringify(result === undefined ? { args } : { args, result }, null, 2)}
        </pre>
      ))}
    </details>
  )
}

function brief(args: unknown): string {
  if (args === null || typeof args !== 'object') return ''
  return Object.entries(args)
    .flatMap(([name, value]) => {
      if (Array.isArray(value)) return [`${value.length} ${name}`]
      return typeof value === 'string' || typeof value === 'number' ? [String(value)] : []
    })
    .join(' · ')
}

/** A question as a card: its choices, or words of one's own. */
function Question({
  entry,
  session,
  state,
  isBusy,
}: ConversationProps & { entry: Extract<Entry, { kind: 'question' }> }) {
  const [typed, setTyped] = useState('')
  const asked = session.artifacts.clarifications.find(
    ({ questionId }: Clarification) => questionId === entry.questionId,
  )
  const isOpen = session.artifacts.pendingClarificationId === entry.questionId
  const answer = (text: string) => {
    if (!text.trim() || isBusy) return
    const { questionId } = entry
    void state.act({ action: 'answer_clarification', questionId, answer: text.trim() })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    answer(typed)
  }
  return (
    <form className={styles.question} aria-label={sentenceOf(entry.question)} onSubmit={submit}>
      <strong>{sentenceOf(entry.question)}</strong>
      {!isOpen && asked?.answer && <span className="muted">{sentenceOf(asked.answer)}</span>}
      {isOpen && (
        <>
          <div className={styles.options}>
            {entry.options.map((option) => (
              <Button key={option} onClick={() => answer(option)}>
                {sentenceOf(option)}
              </Button>
            ))}
          </div>
          <div className={styles.send}>
            <BareInput
              label={t('ownAnswer')}
              placeholder={t('ownAnswer')}
              value={typed}
              maxLength={2000}
              onChange={(event) => setTyped(event.target.value)}
            />
            <Button type="submit" reason={typed.trim() ? null : t('nothingTyped')}>
              {t('answer')}
            </Button>
          </div>
        </>
      )}
    </form>
  )
}
