/** The threads on a subject: said, answered, settled, taken back. */

import { useQuery } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { useState } from 'react'
import { useMe } from '../api/account'
import {
  type Comment,
  commentKey,
  commentsQuery,
  type Mentionable,
  peopleQuery,
  resolve,
  say,
  takeBack,
} from '../api/comments'
import { keys } from '../api/keys'
import { useWrite } from '../api/write'
import { Button } from '../kit/button'
import { formatDateTime } from '../kit/format'
import { passFocus } from '../kit/pass-focus'
import { caps } from '../kit/shortcuts'
import { EmptyState, LoadingRows } from '../kit/states'
import { Person } from '../records/person'
import { QueryError } from '../records/query-error'
import styles from './discussion.module.css'
import { MentionField } from './mention-field'
import { textParts, withMentions } from './mentions'
import { t } from './texts'

/** An answer that was given goes away with its form. */
const toThread = passFocus()

interface DiscussionProps {
  subject: string
  /** Whether it was opened to say something. */
  isToSay?: boolean
  /** Whether it stands among others: threads are answered, and none is begun. */
  isBrief?: boolean
}

/** `subject` is `item:<id>`, `line:<id>`, `file:<id>` or `change:<id>`. */
export function Discussion({ subject, isToSay, isBrief }: DiscussionProps) {
  const answer = useQuery(commentsQuery(subject))
  if (answer.error) return <QueryError error={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <LoadingRows columns={2} rows={3} />
  const threads = answer.data.filter((one) => one.replyTo === null)
  const known = new Set(threads.map((one) => one.id))
  const repliesTo = (id: string) => answer.data.filter((one) => one.replyTo === id)
  const orphans = answer.data.filter((one) => one.replyTo !== null && !known.has(one.replyTo))
  return (
    <div className={styles.discussion}>
      {answer.data.length === 0 && !isBrief && (
        <EmptyState icon={MessageSquare} title={t('empty')}>
          {t('emptyNote')}
        </EmptyState>
      )}
      {[...threads, ...orphans].map((thread) => (
        <Thread key={thread.id} thread={thread} replies={repliesTo(thread.id)} subject={subject} />
      ))}
      {!isBrief && (
        <SayForm subject={subject} label={t('say')} action={t('send')} autoFocus={isToSay} />
      )}
    </div>
  )
}

interface ThreadProps {
  subject: string
  thread: Comment
  replies: readonly Comment[]
}

function Thread({ subject, thread, replies }: ThreadProps) {
  const [isAnswering, setAnswering] = useState(false)
  const isSettled = thread.resolvedAt !== null
  const settle = useWrite({
    send: (resolved: boolean, headers) => resolve(thread.id, resolved, headers),
    changes: [commentKey(subject), keys.changeOrders],
  })
  return (
    <section className={styles.thread} data-rest data-settled={isSettled || undefined}>
      {[thread, ...replies].map((comment) => (
        <Said key={comment.id} comment={comment} subject={subject} />
      ))}
      {thread.resolvedBy && (
        <p className="muted">{t('settledBy', { name: thread.resolvedBy.name })}</p>
      )}
      {isAnswering && (
        <SayForm
          subject={subject}
          replyTo={thread.id}
          label={t('reply')}
          action={t('reply')}
          autoFocus
          onSaid={() => setAnswering(false)}
        />
      )}
      {thread.replyTo === null && !isAnswering && (
        <div className={styles.deeds}>
          <Button onClick={() => setAnswering(true)}>{t('reply')}</Button>
          <Button kind="quiet" onClick={() => settle.mutate(!isSettled)}>
            {isSettled ? t('openAgain') : t('settle')}
          </Button>
        </div>
      )}
    </section>
  )
}

function Said({ comment, subject }: { comment: Comment; subject: string }) {
  const me = useMe()
  const remove = useWrite({
    send: (_: undefined, headers) => takeBack(comment.id, headers),
    changes: [commentKey(subject), keys.changeOrders],
  })
  return (
    <article className={styles.said}>
      <header>
        <Person name={comment.author.name} />
        <time dateTime={comment.createdAt} className="muted">
          {formatDateTime(comment.createdAt)}
        </time>
        {comment.editedAt && <small className="muted">{t('edited')}</small>}
        {me?.id === comment.author.id && (
          <Button kind="quiet" onClick={() => remove.mutate(undefined)}>
            {t('takeBack')}
          </Button>
        )}
      </header>
      <p>
        {textParts(comment.text).map((part, place) =>
          part.isMention ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have nothing else
            <b key={place}>{part.text}</b>
          ) : (
            part.text
          ),
        )}
      </p>
    </article>
  )
}

interface SayFormProps {
  subject: string
  replyTo?: string
  label: string
  action: string
  onSaid?: () => void
  autoFocus?: boolean
}

function SayForm({ subject, replyTo, label, action, onSaid, autoFocus }: SayFormProps) {
  const [text, setText] = useState('')
  const [chosen, choose] = useState<readonly Mentionable[]>([])
  const people = [...chosen, ...(useQuery(peopleQuery).data ?? [])]
  const send = useWrite({
    send: (said: string, headers) =>
      say({ subject, text: withMentions(said, people), ...(replyTo && { replyTo }) }, headers),
    changes: [commentKey(subject), keys.changeOrders],
    onDone: () => {
      setText('')
      onSaid?.()
    },
  })
  const submit = () => text.trim() && !send.isPending && send.mutate(text.trim())
  return (
    <form
      ref={toThread}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
      }}
    >
      <MentionField
        label={label}
        text={text}
        autoFocus={autoFocus}
        onText={setText}
        onMention={(person) => choose([person, ...chosen])}
      />
      <Button
        kind="primary"
        type="submit"
        reason={text.trim() ? null : t('nothingSaid')}
        aria-busy={send.isPending}
        shortcut={`${caps('mod')} ↵`}
      >
        {action}
      </Button>
    </form>
  )
}
