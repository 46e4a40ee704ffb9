/** What others do, as it happens: one stream for all tabs of the browser, shared among them. */

import type { QueryClient } from '@tanstack/react-query'
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

/** Follows the events until the signal; `onReady` when some may have been missed. */
export function followEvents(
  onEvent: (event: LiveEvent) => void,
  onReady: () => void,
  signal: AbortSignal,
): void {
  if (signal.aborted) return
  const channel = new BroadcastChannel(CHANNEL)
  const hear = (event: LiveEvent | null) => (event ? onEvent(event) : onReady())
  channel.onmessage = ({ data }: MessageEvent<LiveEvent | null>) => hear(data)
  signal.addEventListener('abort', () => channel.close())
  const tell = (event: LiveEvent | null) => {
    channel.postMessage(event)
    hear(event)
  }
  void lead(tell, signal)
  // A tab that only listens has missed nothing, since it asks for its own state now.
  onReady()
}

/** Holds the stream as long as this tab is the one that has it; others wait for their turn. */
async function lead(tell: (event: LiveEvent | null) => void, signal: AbortSignal): Promise<void> {
  const hold = () =>
    new Promise<void>((done) => {
      const close = openStream(tell)
      signal.addEventListener('abort', () => {
        close()
        done()
      })
    })
  // Without https there are no locks, and each tab has a stream of its own.
  if (!navigator.locks) return hold()
  await navigator.locks.request(CHANNEL, { signal }, hold).catch(() => {})
}

function openStream(tell: (event: LiveEvent | null) => void): () => void {
  let last = ''
  let source: EventSource | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  const open = () => {
    const url = new URL('/api/events', window.location.origin)
    url.searchParams.set('kinds', KINDS)
    if (last) url.searchParams.set('after', last)
    source = new EventSource(url)
    source.addEventListener('ready', ({ lastEventId }) => {
      if (!last) tell(null)
      last = lastEventId
    })
    source.onmessage = ({ data, lastEventId }: MessageEvent<string>) => {
      last = lastEventId
      tell(JSON.parse(data) as LiveEvent)
    }
    source.onerror = () => {
      source?.close()
      again = setTimeout(open, AGAIN_MS + Math.random() * AGAIN_MS)
    }
  }
  open()
  return () => {
    clearTimeout(again)
    source?.close()
  }
}

/** Fetches anew what the events made stale, of what is on the screen. */
export function refreshOn(client: QueryClient): (event: LiveEvent) => void {
  const refresh = (kinds: ReadonlySet<string>) => {
    const stale: (readonly unknown[])[] = []
    if (kinds.has('inbox')) stale.push(keys.inbox)
    if (kinds.has('comment')) stale.push(['comments'])
    if ([...kinds].some((kind) => kind !== 'inbox')) {
      stale.push(keys.items, keys.changeOrders, keys.designs, keys.files)
    }
    for (const queryKey of stale) void client.invalidateQueries({ queryKey })
  }
  const gather = gatherer(refresh)
  return (event) => gather(event.kind)
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
