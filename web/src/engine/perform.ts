/** Actions on a session, one after the other; what follows of each is told as it comes. */

import { type Problem, problemOf } from '../api/problem'
import { followSession, type RunEvent, type SessionAction, takeAction } from '../api/sessions'

/** Answers of a server that is away for a while, and none at all. */
export const AWAY: readonly number[] = [0, 429, 502, 503, 504]

interface Deeds {
  id: string
  actions: readonly SessionAction[]
  /** The number of the event that was told last. */
  last: { readonly current: number }
  onEvent: (event: RunEvent) => void
  /** Told when the page is left: the work goes on without its listener. */
  signal: AbortSignal
}

/** What went wrong and is to be told; the actions after it are not taken. */
export async function perform({ id, actions, last, onEvent, signal }: Deeds) {
  for (const action of actions) {
    const problem = await take(action, { id, last, onEvent, signal })
    if (problem) return problem
    if (signal.aborted) return null
  }
  return null
}

async function take(
  action: SessionAction,
  { id, last, onEvent, signal }: Omit<Deeds, 'actions'>,
): Promise<Problem | null> {
  let isTaken = false
  const heard = {
    onOpen: () => {
      isTaken = true
    },
    onEvent,
  }
  try {
    await takeAction(id, action, heard, signal)
    // What begins no run is answered without events, which come before those of the next one.
    if (action.action === 'send_message') await followSession(id, last.current, heard, signal)
  } catch (error) {
    const problem = problemOf(error)
    // What was taken goes on on the server, and following takes it up again.
    const isHeardLater = isTaken && AWAY.includes(problem.status)
    if (!signal.aborted && !isHeardLater) return problem
  }
  return null
}
