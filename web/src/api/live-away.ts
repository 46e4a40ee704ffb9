/** A server that no longer answers: what is on the screen stays, and is read anew once it is back. */

import { onlineManager, type QueryClient } from '@tanstack/react-query'
import { problemOf } from './problem'

const AGAIN_MS = 2000
const AWAY = [0, 502, 503, 504]

let isWaiting = false

/** Keeps what was read where it cannot be read anew for a while. */
export function keepWhileAway(client: QueryClient): void {
  client.getQueryCache().config.onError = (error, query) => {
    if (!AWAY.includes(problemOf(error).status) || query.state.data === undefined) return
    query.setState({ status: 'success', error: null, isInvalidated: true })
    void waitForServer()
  }
}

/** Holds what is asked until the server answers again; the frame says so meanwhile. */
async function waitForServer(): Promise<void> {
  // Of the network the browser tells itself.
  if (isWaiting || !navigator.onLine) return
  isWaiting = true
  while (!(await answers())) {
    onlineManager.setOnline(false)
    await new Promise((done) => setTimeout(done, AGAIN_MS))
  }
  isWaiting = false
  onlineManager.setOnline(true)
}

const answers = () =>
  fetch('/readyz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
