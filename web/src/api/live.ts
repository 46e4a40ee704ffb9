/** What others do, as it happens: one stream for all tabs of the browser, shared among them. */

import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { request } from './client'
import { keys } from './keys'

/** An event of the feed, as far as pages care. */
export interface LiveEvent {
  id: string
  kind: string
  by: { id: string; name: string } | null
  items: readonly { id: string; itemNumber: string; action: string }[]
}

const CHANNEL = 'partwright.live'
const KINDS = 'item,line,file,change_order,release,merge,lock,vote,comment,inbox'
/** What comes together is fetched together; browsers do not all ask at the same moment. */
const GATHER_MS = 250
const SPREAD_MS = 500
/** The longest pause while others do much. */
const MOST_PAUSE_MS = 8000
const AGAIN_MS = 5000

interface Followed {
  onEvent: (event: LiveEvent) => void
  /** Something may have been missed: all that is on the screen is to be read anew. */
  onGap: () => void
  signal: AbortSignal
  /** Of the feed, before this page read anything. */
  start: string | undefined
}

/** What one tab hears, and up to where: whoever takes the stream over goes on from there. */
interface Hearing {
  last: string
  hear: (event: LiveEvent | null) => void
  tellAll: (event: LiveEvent | null) => void
}

/** Follows the events until the signal; resolves when nothing is missed from then on. */
export async function followEvents({ onEvent, onGap, signal, start }: Followed): Promise<void> {
  if (signal.aborted) return
  const channel = new BroadcastChannel(CHANNEL)
  const hearing: Hearing = {
    last: '',
    hear: (event) => {
      if (!event) return onGap()
      hearing.last = later(hearing.last, event.id)
      onEvent(event)
    },
    tellAll: (event) => {
      channel.postMessage(event)
      hearing.hear(event)
    },
  }
  channel.onmessage = ({ data }: MessageEvent<LiveEvent | null>) => hearing.hear(data)
  signal.addEventListener('abort', () => channel.close())
  // Only now, while others are listened to already, what came before.
  await catchUp(hearing, start).catch(onGap)
  void lead(hearing, signal)
}

/** Tells what happened since the page began to read; where that is not known, or much, of a gap. */
async function catchUp(hearing: Hearing, start: string | undefined): Promise<void> {
  if (start) {
    const missed = await readFeed({ after: start, kinds: KINDS })
    hearing.last = later(hearing.last, missed.next)
    if (!missed.hasMore) return missed.events.forEach(hearing.hear)
  }
  const newest = await readFeed({ before: 'now', limit: 1 })
  hearing.last = later(hearing.last, newest.events[0]?.id ?? '0')
  hearing.hear(null)
}

interface FeedPage {
  events: LiveEvent[]
  next: string
  hasMore: boolean
}

async function readFeed(query: Record<string, string | number>): Promise<FeedPage> {
  return (await request<FeedPage>('GET', '/api/events', { query })).record
}

/** The later of two events' ids, such as 42 and 42.1. */
export function later(one: string, other: string): string {
  const [seq = 0, part = 0] = one.split('.').map(Number)
  const [otherSeq = 0, otherPart = 0] = other.split('.').map(Number)
  return (seq - otherSeq || part - otherPart) <= 0 ? other : one
}

/** Holds the stream as long as this tab is the one that has it; others wait for their turn. */
async function lead(hearing: Hearing, signal: AbortSignal): Promise<void> {
  const hold = () =>
    new Promise<void>((done) => {
      const close = openStream(hearing)
      signal.addEventListener('abort', () => {
        close()
        done()
      })
    })
  // Without https there are no locks, and each tab has a stream of its own.
  if (!navigator.locks) return hold()
  await navigator.locks.request(CHANNEL, { signal }, hold).catch(() => {})
}

function openStream(hearing: Hearing): () => void {
  let source: EventSource | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  const open = () => {
    const url = new URL('/api/events', window.location.origin)
    url.searchParams.set('kinds', KINDS)
    if (hearing.last) url.searchParams.set('after', hearing.last)
    removeEventListener('online', goOn)
    source = new EventSource(url)
    source.addEventListener('ready', ({ lastEventId }) => {
      if (!hearing.last) hearing.tellAll(null)
      hearing.last = later(hearing.last, lastEventId)
    })
    source.onmessage = ({ data }: MessageEvent<string>) => {
      hearing.tellAll(JSON.parse(data) as LiveEvent)
    }
    source.onerror = () => {
      source?.close()
      again = setTimeout(open, AGAIN_MS + Math.random() * AGAIN_MS)
      addEventListener('online', goOn)
    }
  }
  const goOn = () => {
    stop()
    open()
  }
  const stop = () => {
    clearTimeout(again)
    removeEventListener('online', goOn)
    source?.close()
  }
  open()
  return stop
}

/** Reads anew what is on the screen and went stale: by events, or all of it. */
export function refreshing(client: QueryClient) {
  const refresh = (kinds: ReadonlySet<string>) => {
    const stale: (readonly unknown[])[] = []
    if (kinds.has('inbox')) stale.push(keys.inbox)
    if (kinds.has('comment')) stale.push(['comments'])
    if ([...kinds].some((kind) => kind !== 'inbox')) {
      stale.push(keys.items, keys.changeOrders, keys.designs, keys.files)
    }
    for (const queryKey of stale) readAnew(client, queryKey)
  }
  const gather = gatherer(refresh)
  return {
    onEvent: ({ kind }: LiveEvent) => gather(kind),
    onGap: () => refresh(new Set(KINDS.split(','))),
  }
}

/** Also what is read for the first time just now: that answer may be older than the event. */
function readAnew(client: QueryClient, queryKey: QueryKey) {
  const isFirst = ({ state }: Query) => state.data === undefined
  const begun = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching', predicate: isFirst })
  void client.invalidateQueries({ queryKey })
  for (const query of begun) {
    const again = () => client.invalidateQueries({ queryKey: query.queryKey, exact: true })
    query.promise?.then(again, () => {})
  }
}

/**
 * Gathers what comes together. One event is told at once; while they go on and on, as in an import,
 * the pauses grow, so that neither lists nor the server do nothing but refresh.
 */
export function gatherer(
  tell: (kinds: ReadonlySet<string>) => void,
  random: () => number = Math.random,
): (kind: string) => void {
  let kinds = new Set<string>()
  let told = Number.NEGATIVE_INFINITY
  let pause = 0
  let waiting = false
  return (kind) => {
    kinds.add(kind)
    if (waiting) return
    const isStorm = Date.now() - told < MOST_PAUSE_MS
    pause = isStorm ? Math.min(Math.max(pause * 2, GATHER_MS), MOST_PAUSE_MS) : 0
    waiting = true
    setTimeout(
      () => {
        const found = kinds
        kinds = new Set()
        told = Date.now()
        waiting = false
        tell(found)
      },
      GATHER_MS + random() * SPREAD_MS + pause,
    )
  }
}
