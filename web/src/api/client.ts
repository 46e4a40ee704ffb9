/** The one way to the server: typed by its own OpenAPI document. */

import type { Client } from 'openapi-fetch'
import { Problem } from './problem'
import type { paths } from './schema'
import { formText, KEY, stepOf } from './write-steps'

/** The types are openapi-fetch's; of what it does, this is all that is wanted here. */
export const api = { GET: caller('GET'), POST: caller('POST') } as unknown as Pick<
  Client<paths>,
  'GET' | 'POST'
>

interface Asked extends RawRequest {
  params?: { path?: Record<string, string>; query?: RawRequest['query'] }
}

function caller(method: string) {
  return async (path: string, { params = {}, ...raw }: Asked = {}): Promise<Outcome<unknown>> => {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(params.path?.[name] ?? ''),
    )
    const response = await ask(method, filled, { query: params.query, ...raw })
    const content: unknown = await response.json().catch(() => undefined)
    return response.ok
      ? { data: content as { data: unknown }, response }
      : { error: content, response }
  }
}

let onSignedOut: () => void = () => {}

/** What happens when the server no longer knows who is asking. */
export function whenSignedOut(action: () => void) {
  onSignedOut = action
}

interface Outcome<T> {
  data?: { data: T }
  error?: unknown
  response: Response
}

/** A record with the tag of its state, for `If-Match`. */
export interface Tagged<T> {
  record: T
  etag: string | null
}

/** The answer's data, or the problem thrown. */
export async function take<T>(asked: Promise<Outcome<T>>): Promise<T> {
  return (await takeTagged(asked)).record
}

export async function takeTagged<T>(asked: Promise<Outcome<T>>): Promise<Tagged<T>> {
  const { data, error, response } = await asked
  if (!response.ok || data === undefined) throw await refusal(response, error)
  return { record: data.data, etag: response.headers.get('etag') }
}

export async function refusal(response: Response, body?: unknown): Promise<Problem> {
  const problem = await Problem.of(response, body)
  if (problem.status === 401 && problem.code === 'UNAUTHENTICATED') onSignedOut()
  return problem
}

/** The parameters of an address, as plain text. */
export type Query = Readonly<Record<string, string | undefined>>

interface RawRequest {
  query?: Readonly<Record<string, unknown>>
  body?: unknown
  headers?: Readonly<Record<string, string>>
  cache?: RequestCache
}

/** For calls whose path is data, or that an older server does not describe yet. */
export async function request<T>(
  method: string,
  path: string,
  raw?: RawRequest,
): Promise<Tagged<T>> {
  const response = await ask(method, path, raw)
  if (!response.ok) throw await refusal(response)
  const body = (await response.json()) as { data: T }
  return { record: body.data, etag: response.headers.get('etag') }
}

export async function ask(
  method: string,
  path: string,
  { query = {}, body, headers = {}, cache }: RawRequest = {},
): Promise<Response> {
  const url = new URL(path, window.location.origin)
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value))
  }
  const isForm = body instanceof FormData
  const content = isForm ? body : body === undefined ? null : JSON.stringify(body)
  const own = headers[KEY]
  const step = own && stepOf(own, `${method} ${url} ${isForm ? formText(body) : content}`)
  const response = await fetch(url, {
    method,
    credentials: 'same-origin',
    cache,
    headers: {
      ...(content && !isForm && { 'content-type': 'application/json' }),
      ...headers,
      ...(step && { [KEY]: step.key }),
    },
    body: content,
  }).catch(() => undefined)
  if (step) step.end(response?.status)
  if (!response) throw Problem.offline(step !== undefined)
  return response
}
