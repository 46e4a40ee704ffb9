/** What a person keeps for themselves: stars and what was opened last. */

import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, request, type Tagged, takeTagged } from './client'
import { keys } from './keys'
import { problemOf } from './problem'
import { useWrite } from './write'

export interface Mark {
  number: string
  name: string
  address: string
}

export interface Preferences {
  stars: readonly Mark[]
  recents: readonly Mark[]
  /** When what waits is told by e-mail; daily where nothing is chosen. */
  mail?: string
  /** In which language e-mail comes. */
  language?: string
}

/** Reads what is kept, and keeps what others left there. */
function readPreferences(kept: unknown): Preferences {
  const all = (kept ?? {}) as Partial<Record<keyof Preferences, unknown>>
  const marks = (value: unknown) => (Array.isArray(value) ? (value as Mark[]).filter(isMark) : [])
  return { ...(all as object), stars: marks(all.stars), recents: marks(all.recents) }
}

function isMark(mark: Mark): boolean {
  const isText = (value: unknown) => typeof value === 'string'
  return isText(mark?.number) && isText(mark.name) && isText(mark.address)
}

async function keptPreferences(): Promise<Tagged<Preferences>> {
  const { record, etag } = await takeTagged(api.GET('/api/users/me/preferences'))
  return { record: readPreferences(record.preferences), etag }
}

export const preferencesQuery = queryOptions({
  queryKey: keys.preferences,
  queryFn: keptPreferences,
  staleTime: 5 * 60_000,
})

export function useStars(): readonly Mark[] {
  return useQuery(preferencesQuery).data?.record.stars ?? []
}

const MOST_TRIES = 3

/** Edits what is kept, and anew where another tab has written meanwhile: of both nothing is lost. */
export async function editPreferences(edit: (now: Preferences) => Preferences, tries = 1) {
  // Past the query, which shows what is being written already.
  const { record, etag } = await keptPreferences()
  const guard: Record<string, string> = etag ? { 'If-Match': etag } : {}
  const headers = { 'Idempotency-Key': crypto.randomUUID(), ...guard }
  const asked = { body: { preferences: edit(record) }, headers }
  try {
    return await request('PUT', '/api/users/me/preferences', asked)
  } catch (error) {
    if (problemOf(error).status !== 412 || tries === MOST_TRIES) throw error
    return editPreferences(edit, tries + 1)
  }
}

export function useChangePreferences() {
  return useWrite<(now: Preferences) => Preferences, unknown, Tagged<Preferences>>({
    send: (edit) => editPreferences(edit),
    scope: 'preferences',
    optimistic: {
      key: () => keys.preferences,
      apply: (edit, before) => ({ ...before, record: edit(before.record) }),
    },
    changes: [keys.preferences],
  })
}

const MOST_STARS = 40

export function withStar(now: Preferences, mark: Mark, isOn: boolean): Preferences {
  const others = now.stars.filter((star) => star.address !== mark.address)
  return { ...now, stars: isOn ? [...others, mark].slice(-MOST_STARS) : others }
}
