/** Addresses whose query is plain text: `?state=Draft,Released`, never encoded JSON. */

import type { Query } from '../api/client'

export function parseQuery(text: string): Query {
  return Object.fromEntries(new URLSearchParams(text))
}

export function writeQuery(query: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') params.set(name, String(value))
  }
  // A comma, a slash and a colon may stand in a query as they are, and read better.
  const text = params
    .toString()
    .replaceAll('%2C', ',')
    .replaceAll('%2F', '/')
    .replaceAll('%3A', ':')
  return text ? `?${text}` : ''
}

/** Every route takes plain text parameters and looks at its own. */
export function anyQuery(query: Record<string, unknown>): Query {
  return query as Query
}
