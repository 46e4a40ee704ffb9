/** Sessions of the design engine: what is drafted, the actions, and the events of their runs. */

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { refusal, request } from './client'
import { Problem } from './problem'
import type { Answer } from './types'
import type { WriteHeaders } from './write'

export type Session = Answer<'/api/design-engine/sessions/{session_id}', 'get'>['session']
export type SessionSummary = Answer<'/api/design-engine/sessions', 'get'>['sessions'][number]
export type Requirement = Session['artifacts']['requirements'][number]
export type BomNode = NonNullable<Session['artifacts']['bom']>['rootAssembly']
export type Issue = NonNullable<Session['artifacts']['bom']>['validationIssues'][number]
export type Clarification = Session['artifacts']['clarifications'][number]

export const SESSIONS = ['design-sessions'] as const
const PATH = '/api/design-engine/sessions'

export async function fetchSessions(page: number, limit: number) {
  const answer = await request<{ sessions: SessionSummary[]; total: number }>('GET', PATH, {
    query: { page, limit },
  })
  return { rows: answer.record.sessions, total: answer.record.total }
}

export function sessionQuery(id: string) {
  return queryOptions({
    queryKey: [...SESSIONS, id],
    queryFn: async () => {
      const { record, etag } = await request<{ session: Session }>('GET', `${PATH}/${id}`)
      return { record: record.session, etag }
    },
  })
}

export async function createSession(body: Record<string, unknown>, headers: WriteHeaders) {
  const sent = { body, headers: { ...headers } }
  return (await request<{ session: Session }>('POST', PATH, sent)).record.session
}

export async function editSession(id: string, body: object, headers: WriteHeaders) {
  const sent = { body, headers: { ...headers } }
  return (await request<{ session: Session }>('PATCH', `${PATH}/${id}`, sent)).record.session
}

export async function undoSession(id: string, headers: WriteHeaders) {
  const sent = { headers: { ...headers } }
  return (await request<{ session: Session }>('POST', `${PATH}/${id}/undo`, sent)).record.session
}

export interface MaterializationPreview {
  newPartsCount: number
  reusedPartsCount: number
  newRequirementsCount: number
  bomRelationshipsCount: number
  requiresEco: boolean
}

export function materializationQuery(id: string) {
  return queryOptions({
    queryKey: [...SESSIONS, id, 'materialization'],
    queryFn: async () =>
      (await request<{ preview: MaterializationPreview }>('GET', `${PATH}/${id}/materialize`))
        .record.preview,
    retry: false,
  })
}

export async function materialize(id: string, headers: WriteHeaders) {
  await request('POST', `${PATH}/${id}/materialize`, { headers: { ...headers } })
}

export type View = 'iso' | 'front' | 'right' | 'back' | 'left' | 'top'

/** The picture of what is drafted, as it stands in `state`; drawn once for each side. */
export function pictureQuery(id: string, view: View, state: string) {
  return queryOptions({
    // Not below the session's key: what reads the session anew draws nothing anew.
    queryKey: ['design-pictures', id, view, state],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ view })
      const response = await fetch(`${PATH}/${id}/preview?${query}`, { signal }).catch((error) => {
        throw signal.aborted ? error : Problem.offline()
      })
      if (!response.ok) throw await refusal(response)
      return response.blob()
    },
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    retry: false,
  })
}

export function drawingAddress(id: string, tempId: string): string {
  return `${PATH}/${id}/drawings/${encodeURIComponent(tempId)}`
}

/** An event of a run; what else it holds depends on its type. */
export interface RunEvent {
  id: number
  type: string
  data: Readonly<Record<string, unknown>>
}

export interface SessionAction {
  action: string
  questionId?: string
  answer?: string
  message?: string
  tempId?: string
  feedback?: string
}

export interface Heard {
  /** Once the server has said yes. */
  onOpen: () => void
  onEvent: (event: RunEvent) => void
}

/**
 * Takes an action; the events that follow are told one by one until the run ends, or until the
 * signal says that nobody listens any more, which takes nothing back.
 */
export async function takeAction(
  id: string,
  action: SessionAction,
  { onOpen, onEvent }: Heard,
  signal: AbortSignal,
): Promise<void> {
  const response = await fetch(`${PATH}/${id}/stream`, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(action),
  }).catch(() => {
    throw Problem.offline()
  })
  if (response.ok) onOpen()
  await readEvents(response, onEvent, signal)
}

/**
 * All events after the one named, and those to come while a run is at work. Answers whether that is
 * all: a server that stops tells so by an end without a number.
 */
export async function followSession(
  id: string,
  after: number,
  { onOpen, onEvent }: Heard,
  signal: AbortSignal,
): Promise<boolean> {
  let isOver = true
  const response = await fetch(`${PATH}/${id}/events`, {
    credentials: 'same-origin',
    headers: after > 0 ? { 'last-event-id': String(after) } : {},
    signal,
  }).catch(() => {
    throw Problem.offline()
  })
  if (response.ok) onOpen()
  const onEach = (event: RunEvent) => {
    if (event.id > 0) onEvent(event)
    else isOver = false
  }
  await readEvents(response, onEach, signal)
  return isOver
}

async function readEvents(
  response: Response,
  onEvent: (event: RunEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  if (!response.ok) throw await refusal(response)
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (!isStream || !response.body) return
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  const leave = () => void reader.cancel().catch(() => {})
  if (signal.aborted) leave()
  signal.addEventListener('abort', leave, { once: true })
  let rest = ''
  for (;;) {
    const { value, done } = await reader.read().catch(() => {
      throw Problem.offline()
    })
    if (done) return
    const blocks = (rest + value).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = readEvent(block)
      if (event) onEvent(event)
    }
  }
}

/** One block of the stream; null for a comment that only keeps it open. */
export function readEvent(block: string): RunEvent | null {
  const fields = new Map<string, string>()
  for (const line of block.split('\n')) {
    const at = line.indexOf(':')
    if (at > 0) fields.set(line.slice(0, at), line.slice(at + 1).trim())
  }
  const text = fields.get('data')
  if (text === undefined) return null
  const data = JSON.parse(text) as Record<string, unknown>
  const type = fields.get('event') === 'done' ? 'done' : String(data.type)
  return { id: Number(fields.get('id') ?? 0), type, data }
}
