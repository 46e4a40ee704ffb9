/** What has to come over the network, asked for until it does. */

const FIRST_PAUSE_MS = 5000
const LONGEST_PAUSE_MS = 5 * 60_000

/** Asks again after longer and longer pauses, and as soon as there is a network; fails only by the signal. */
export async function untilItComes<T>(load: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    signal?.throwIfAborted()
    try {
      return await load()
    } catch {
      // Not all pages at once.
      await pauseOrNetwork(pause * (0.75 + Math.random() / 2), signal)
    }
  }
}

function pauseOrNetwork(pause: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((done) => {
    const go = () => {
      clearTimeout(timer)
      removeEventListener('online', go)
      signal?.removeEventListener('abort', go)
      done()
    }
    const timer = setTimeout(go, pause)
    addEventListener('online', go)
    signal?.addEventListener('abort', go)
  })
}
