/** Actions beside a server that goes away, and a page that is left. */

import { afterEach, expect, test, vi } from 'vitest'
import { perform } from './perform'

type Answer = (signal: AbortSignal | null | undefined) => Promise<Response>

const sent: string[] = []

/** A server that answers each request in turn. */
function answering(...answers: Answer[]): void {
  vi.stubGlobal('fetch', (path: string, { body, signal }: RequestInit) => {
    sent.push(body === undefined ? path.replace(/.*\//, '') : JSON.parse(String(body)).action)
    return answers.shift()?.(signal) ?? Promise.reject(new TypeError('fetch failed'))
  })
}

const done: Answer = async () => new Response('{}')
const away =
  (status: number): Answer =>
  async () =>
    new Response('', { status })

/** A stream that stays open until its reader goes. */
function open(told: string, onCancel = () => {}): Answer {
  const body = new ReadableStream({
    start: (stream) => stream.enqueue(new TextEncoder().encode(told)),
    cancel: onCancel,
  })
  return async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

function performed(actions: string[], signal = new AbortController().signal) {
  const heard: string[] = []
  const onEvent = ({ type }: { type: string }) => void heard.push(type)
  const all = actions.map((action) => ({ action }))
  const problem = perform({ id: 's', actions: all, last: { current: 3 }, onEvent, signal })
  return { heard, problem }
}

afterEach(() => {
  sent.length = 0
  vi.unstubAllGlobals()
})

test('an action that the server did not take is told, and the next is not taken', async () => {
  answering(away(503))
  const problem = await performed(['send_message', 'start_bom']).problem
  expect(problem?.status).toBe(503)
  expect(sent).toEqual(['send_message'])
  answering()
  expect((await performed(['start_bom']).problem)?.status).toBe(0)
})

test.each([0, 429, 502, 503, 504])(
  'what was taken is not told as an error when the server is away (%s)',
  async (status) => {
    answering(done, ...(status ? [away(status)] : []))
    expect(await performed(['send_message']).problem).toBeNull()
    expect(sent).toEqual(['send_message', 'events'])
  },
)

test('a refusal is told wherever it comes', async () => {
  answering(done, away(403))
  expect((await performed(['send_message']).problem)?.status).toBe(403)
})

test('nothing is listened to any more when the page is left', async () => {
  const leaving = new AbortController()
  const cancelled = vi.fn()
  answering(open('id: 4\ndata: {"type": "llm_text"}\n\n', cancelled))
  const { heard, problem } = performed(['start_bom', 'confirm_bom'], leaving.signal)
  await vi.waitFor(() => expect(heard).toEqual(['llm_text']))
  leaving.abort()
  expect(await problem).toBeNull()
  expect(cancelled).toHaveBeenCalled()
  expect(sent).toEqual(['start_bom'])

  // Following is given up even before the server answers.
  const late = new AbortController()
  const waits: Answer = (signal) =>
    new Promise((_, refuse) => signal?.addEventListener('abort', () => refuse(signal.reason)))
  answering(done, waits)
  const following = performed(['send_message'], late.signal).problem
  await vi.waitFor(() => expect(sent).toContain('events'))
  late.abort()
  expect(await following).toBeNull()
})
