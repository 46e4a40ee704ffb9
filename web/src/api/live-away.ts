/** A server that no longer answers: what is on the screen stays, and is read anew once it is back. */

import { onlineManager, type Query, type QueryClient } from '@tanstack/react-query'
import { Problem } from './problem'

const FIRST_PAUSE_MS = 2000
const LONGEST_PAUSE_MS = 30_000
const TIMEOUT_MS = 5000
/** What proxies say for a server that is not there, and a server that is just going or coming. */
const AWAY = [502, 503, 504]

/** Keeps what was read where it cannot be read anew for a while. */
export function keepWhileAway(client: QueryClient): void {
  const held = new Set<Query<unknown, unknown, unknown>>()
  /** How often it had been read when the reading that was made up for it began. */
  const triedAt = new WeakMap<object, number>()
  let isWaiting = false

  const wait = async () => {
    isWaiting = true
    for (let times = 0; !(await answers()); times += 1) {
      onlineManager.setOnline(false)
      await pause(times)
    }
    isWaiting = false
    onlineManager.setOnline(true)
    const again = [...held].filter((query) => query.isActive())
    held.clear()
    for (const query of again) triedAt.set(query, query.state.dataUpdateCount)
    const hashes = new Set(again.map(({ queryHash }) => queryHash))
    const predicate = ({ queryHash }: { queryHash: string }) => hashes.has(queryHash)
    void client.refetchQueries({ predicate }, { cancelRefetch: false })
  }

  client.getQueryCache().config.onError = (error, query) => {
    const { data, dataUpdateCount } = query.state
    const isSignedOut = error instanceof Problem && error.status === 401
    if (data === undefined || !(isSignedOut || isAway(error))) return
    // It comes anew once its reader has signed in again.
    if (isSignedOut) return stay(query)
    // The server is there, and this was asked once more in vain: that is to be told.
    if (triedAt.get(query) === dataUpdateCount) return
    stay(query)
    // Of the network the browser tells itself.
    if (!navigator.onLine) return
    held.add(query)
    if (!isWaiting) void wait()
  }
}

/** What it had stays shown, and is known to be old. */
function stay(query: Query<unknown, unknown, unknown>) {
  query.setState({ status: 'success', error: null, isInvalidated: true })
}

function isAway(error: unknown): boolean {
  return error instanceof Problem && (error.code === 'OFFLINE' || AWAY.includes(error.status))
}

/** Longer each time, and not for all pages at once. */
function pause(times: number): Promise<void> {
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 1.5 ** times)
  return new Promise((done) => setTimeout(done, longest * (0.75 + Math.random() / 2)))
}

/** Whether anything but a proxy answers; a refusal is an answer too. */
function answers(): Promise<boolean> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  return fetch('/api/about', { cache: 'no-store', signal }).then(
    ({ status }) => status < 500,
    () => false,
  )
}
