/** Models of STEP files, which the server makes once it has read them. */

import { Problem } from './problem'

const AGAIN_MS = 1000

/** Asks for the model until it is there, or cannot be made. */
export async function loadModel(file: { id: string }, signal: AbortSignal): Promise<ArrayBuffer> {
  for (;;) {
    const answer = await ask(`/api/files/${file.id}/glb`, signal)
    if (answer.ok) return answer.arrayBuffer()
    const problem = await Problem.of(answer)
    if (answer.status !== 404 || !(await isAwaited(file, signal))) throw problem
    await new Promise((wake) => setTimeout(wake, AGAIN_MS))
    signal.throwIfAborted()
  }
}

async function isAwaited(file: { id: string }, signal: AbortSignal): Promise<boolean> {
  const answer = await ask(`/api/files/${file.id}/properties`, signal)
  if (!answer.ok) return false
  const { data } = (await answer.json()) as { data: { state: string } }
  return data.state === 'pending' || data.state === 'working'
}

function ask(path: string, signal: AbortSignal): Promise<Response> {
  return fetch(path, { credentials: 'same-origin', signal }).catch((error: unknown) => {
    throw signal.aborted ? error : Problem.offline()
  })
}
