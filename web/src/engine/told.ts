/** What a person reads of the events of a session: entries, in their order. */

import type { RunEvent } from '../api/sessions'

export type Entry =
  | { kind: 'stage'; id: number; stage: string }
  | { kind: 'text'; id: number; text: string }
  | { kind: 'tool'; id: number; name: string; args: unknown; result: unknown }
  | { kind: 'question'; id: number; questionId: string; question: string; options: string[] }
  | { kind: 'mine'; id: number; text: string }
  | { kind: 'finished'; id: number; stage: string; summary: string }
  | { kind: 'failed'; id: number; message: string }
  | { kind: 'paused'; id: number; message: string }
  | { kind: 'gap'; id: number }

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** The entries with one more event; an event that was told before changes nothing. */
export function withEvent(entries: readonly Entry[], event: RunEvent): readonly Entry[] {
  const { id, type, data } = event
  switch (type) {
    case 'stage_change':
      return [...entries, { kind: 'stage', id, stage: text(data.stage) }]
    case 'llm_text':
      return withText(entries, id, text(data.text))
    case 'tool_call':
      return [
        ...entries,
        { kind: 'tool', id, name: text(data.toolName), args: data.args, result: undefined },
      ]
    case 'tool_result':
      return withResult(entries, data)
    case 'clarification_needed':
      return [
        ...entries,
        {
          kind: 'question',
          id,
          questionId: text(data.questionId),
          question: text(data.question),
          options: Array.isArray(data.options) ? data.options.map(String) : [],
        },
      ]
    case 'user_message':
      return [...entries, { kind: 'mine', id, text: text(data.text) }]
    case 'stage_complete':
      return [
        ...withoutSummary(entries, text(data.summary)),
        { kind: 'finished', id, stage: text(data.stage), summary: text(data.summary) },
      ]
    case 'error':
      return [...entries, { kind: 'failed', id, message: text(data.message) }]
    case 'paused':
      // The question itself says what it waits for.
      if (entries.at(-1)?.kind === 'question') return entries
      return [...entries, { kind: 'paused', id, message: text(data.reason) }]
    default:
      return entries
  }
}

/** What a stage ends with is often said twice: as the last words, and as its summary. */
function withoutSummary(entries: readonly Entry[], summary: string): readonly Entry[] {
  const at = entries.findLastIndex(({ kind }) => kind !== 'stage')
  const last = entries[at]
  const isSame = last?.kind === 'text' && last.text.trim() === summary.trim()
  return isSame ? entries.filter((_, place) => place !== at) : entries
}

/** Pieces of one text become one paragraph. */
function withText(entries: readonly Entry[], id: number, piece: string): readonly Entry[] {
  const last = entries.at(-1)
  if (last?.kind !== 'text') return [...entries, { kind: 'text', id, text: piece }]
  return [...entries.slice(0, -1), { ...last, text: last.text + piece }]
}

/** The result belongs to the last call of the tool that has none. */
function withResult(entries: readonly Entry[], data: RunEvent['data']): readonly Entry[] {
  const place = entries.findLastIndex(
    (one) => one.kind === 'tool' && one.name === data.toolName && one.result === undefined,
  )
  return entries.map((one, at) => (at === place ? { ...one, result: data.result ?? null } : one))
}

/** What is known of a session's runs: the last event told, and the entries. */
export interface Told {
  last: number
  entries: readonly Entry[]
}

export const NOTHING: Told = { last: 0, entries: [] }

/** Events come once and in their order; one that is missing is shown as a gap. */
export function tell(told: Told, event: RunEvent): Told {
  if (event.id <= told.last) return told
  const isGap = event.id > told.last + 1
  const before: readonly Entry[] = isGap
    ? [...told.entries, { kind: 'gap', id: event.id - 0.5 }]
    : told.entries
  return { last: event.id, entries: withEvent(before, event) }
}

export type Call = Extract<Entry, { kind: 'tool' }>

/** For reading: calls of one tool that follow each other stand together. */
export function grouped(entries: readonly Entry[]): (Exclude<Entry, Call> | Call[])[] {
  const found: (Exclude<Entry, Call> | Call[])[] = []
  for (const entry of entries) {
    const last = found.at(-1)
    if (entry.kind !== 'tool') found.push(entry)
    else if (Array.isArray(last) && last[0]?.name === entry.name) last.push(entry)
    else found.push([entry])
  }
  return found
}
