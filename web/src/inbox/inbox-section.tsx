/** What waits for the user: groups by reason, worked off by keys. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, Download, Vote } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { type InboxEntry, inboxQuery, markEntry, type NoticeKind } from '../api/inbox'
import { keys } from '../api/keys'
import { useWrite } from '../api/write'
import { IconButton } from '../kit/button'
import { formatBytes } from '../kit/bytes'
import { formatWhen } from '../kit/format'
import { Section } from '../kit/page'
import { useShortcut } from '../kit/shortcuts'
import { notify } from '../kit/toast'
import { entryAddress, entryText } from './entry-text'
import styles from './inbox.module.css'
import { t } from './texts'

const KINDS: readonly NoticeKind[] = [
  'vote',
  'sent_back',
  'assigned',
  'mention',
  'failed',
  'moved_on',
  'watched',
  'report',
]

interface Mark {
  entry: InboxEntry
  done: boolean
}

function useDone() {
  const mark = useWrite({
    send: ({ entry, done }: Mark, headers) => markEntry(entry.id, { isDone: done }, headers),
    changes: [keys.inbox],
    onDone: (_, { entry, done }) => {
      if (!done) return
      const action = { label: t('undo'), run: () => mark.mutate({ entry, done: false }) }
      notify({ kind: 'good', text: t('doneOne', { name: nameOf(entry) }), action })
    },
  })
  return (entry: InboxEntry) => mark.mutate({ entry, done: true })
}

function nameOf({ subject }: InboxEntry): string {
  return subject.number ?? subject.name
}

interface InboxSectionProps {
  /** Asks for the vote that an entry waits for. */
  voteOn: (subject: InboxEntry['subject'], onClose: () => void) => ReactNode
  /** Whether nothing is shown, not even that nothing waits, where nothing does. */
  isQuiet?: boolean
}

const isVote = ({ kinds }: InboxEntry) => kinds.includes('vote')

export function InboxSection({ voteOn, isQuiet }: InboxSectionProps) {
  const [voting, vote] = useState<InboxEntry['subject'] | null>(null)
  const answer = useQuery(inboxQuery(false))
  const finish = useDone()
  const list = useRef<HTMLDivElement>(null)
  const entries = answer.data?.entries ?? []
  const groups = KINDS.map((kind) => ({ kind, rows: entries.filter((one) => one.kind === kind) }))
  const links = () => [...(list.current?.querySelectorAll<HTMLElement>('a[data-entry]') ?? [])]
  const at = () => links().indexOf(document.activeElement as HTMLElement)
  const isOn = entries.length > 0
  const last = useRef(-1)
  // Where the entry that had the focus is done, the one in its place has it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when other entries are there
  useEffect(() => {
    if (last.current >= 0 && document.activeElement === document.body)
      links()[Math.min(last.current, links().length - 1)]?.focus()
  }, [entries.length, voting])
  const move = (by: number) => {
    const all = links()
    all[Math.min(Math.max(at() + by, 0), all.length - 1)]?.focus()
  }
  useShortcut('j', t('next'), () => move(1), { isOn })
  useShortcut('k', t('previous'), () => move(-1), { isOn })
  const finishFocused = () => {
    const id = links()[at()]?.dataset.entry
    const entry = entries.find((one) => one.id === id)
    if (!entry) return
    move(at() === links().length - 1 ? -1 : 1)
    finish(entry)
  }
  useShortcut('e', t('done'), finishFocused, { isOn })
  const voteOnFocused = () => {
    const id = links()[at()]?.dataset.entry
    // Where no entry has the focus, the first that waits for a vote is meant.
    const entry = entries.find(id ? (one) => one.id === id : isVote)
    if (entry && isVote(entry)) vote(entry.subject)
    else notify({ kind: 'bad', text: t('noVote') })
  }
  useShortcut('v', t('vote'), voteOnFocused, { isOn: entries.some(isVote) })
  if (isQuiet && !isOn) return null
  return (
    <Section title={t('title')}>
      {answer.data && !isOn && <p className="muted">{t('empty')}</p>}
      <div
        ref={list}
        className={styles.groups}
        onFocus={() => {
          last.current = at()
        }}
      >
        {groups
          .filter(({ rows }) => rows.length > 0)
          .map(({ kind, rows }) => (
            <section key={kind} aria-label={t(`kind_${kind}`)}>
              <h3>
                {t(`kind_${kind}`)} <span className="muted figures">{rows.length}</span>
              </h3>
              <ul className={styles.rows}>
                {rows.map((entry) => (
                  <Entry
                    key={entry.id}
                    entry={entry}
                    onVote={() => vote(entry.subject)}
                    onDone={() => finish(entry)}
                  />
                ))}
              </ul>
            </section>
          ))}
      </div>
      <Suspense>{voting && voteOn(voting, () => vote(null))}</Suspense>
    </Section>
  )
}

interface EntryProps {
  entry: InboxEntry
  onVote: () => void
  onDone: () => void
}

function Entry({ entry, onVote, onDone }: EntryProps) {
  const others = entry.kinds.filter((kind) => kind !== entry.kind)
  const read = useWrite({
    send: (id: string, headers) => markEntry(id, { isRead: true }, headers),
    changes: [keys.inbox],
  })
  return (
    <li data-unread={!entry.isRead || undefined}>
      <Link
        to={entryAddress(entry)}
        data-entry={entry.id}
        onClick={() => !entry.isRead && read.mutate(entry.id)}
      >
        <span className={styles.subject}>
          {!entry.isRead && <span className={styles.dot} role="img" aria-label={t('unread')} />}
          {entry.subject.number && <span className="mono">{entry.subject.number}</span>}
          <span className="truncate">{entry.subject.name}</span>
          <span className={styles.when}>{formatWhen(entry.at)}</span>
        </span>
        <span className={styles.text}>
          {entryText(entry)}
          {others.length > 0 &&
            ` (${t('more', { reasons: others.map((kind) => t(`kind_${kind}`)).join(', ') })})`}
        </span>
      </Link>
      {entry.file && (
        <a
          href={entry.file.url}
          download={entry.file.name}
          className={styles.file}
          title={entry.file.name}
        >
          <Download size={14} />
          {t('file', { size: formatBytes(entry.file.size) })}
        </a>
      )}
      {isVote(entry) && (
        <IconButton
          icon={Vote}
          label={t('voteOn', { name: nameOf(entry) })}
          shortcut="V"
          onClick={onVote}
        />
      )}
      <IconButton
        icon={Check}
        label={t('doneOne', { name: nameOf(entry) })}
        shortcut="E"
        onClick={onDone}
      />
    </li>
  )
}
