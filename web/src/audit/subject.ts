/** What an entry of the trail is about, by the name that people know it by. */

import { rolesQuery, workflowsQuery } from '../api/admin'
import { request } from '../api/client'
import { peopleQuery } from '../api/comments'
import { designsQuery } from '../api/designs'
import { programsQuery } from '../api/programs'
import { queryClient } from '../api/query-client'
import type { AuditEntry } from '../api/registers'

interface Told extends Pick<AuditEntry, 'action' | 'subject'> {
  details: object | null
}
type Names = ReadonlyMap<string, string>

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i

/** The name where it is known, or that which was sent; of anything else the ends of its id. */
export function aboutOf({ subject, details }: Told, names: Names = new Map()): string {
  const known = subject && names.get(subject)
  if (known) return known
  const sent = (details as { body?: Record<string, unknown> } | null)?.body
  const named = [sent?.name, sent?.itemNumber, sent?.email].find(
    (value) => typeof value === 'string' && value !== '',
  )
  if (named) return String(named)
  if (!subject) return ''
  return UUID.test(subject) ? `${subject.slice(0, 8)}…${subject.slice(-4)}` : subject
}

interface Named {
  id: string
  name: string
}

const named = (rows: readonly Named[]) => rows.map(({ id, name }) => [id, name] as const)

/** How the subjects of acts are named, by the first word of the acts. */
const SOURCES: Readonly<Record<string, () => Promise<(readonly [string, string])[]>>> = {
  user: async () => named(await queryClient.fetchQuery(peopleQuery)),
  role: async () => named(await queryClient.fetchQuery(rolesQuery)),
  design: async () => named((await queryClient.fetchQuery(designsQuery)).designs),
  program: async () => named((await queryClient.fetchQuery(programsQuery)).programs),
  workflow: async () => named(await queryClient.fetchQuery(workflowsQuery)),
}
const ALSO: Readonly<Record<string, string>> = { member: 'program', approver: 'workflow' }
const ITEMS = new Set(['item', 'order', 'vote', 'bom', 'package'])

const kindOf = ({ action }: Told) => action.split('.')[0] ?? ''

/** Asks once for each kind that there is; what cannot be read stays without a name. */
export async function namesOf(entries: readonly Told[]): Promise<Names> {
  const kinds = new Set(entries.map((entry) => ALSO[kindOf(entry)] ?? kindOf(entry)))
  const asked = [...kinds].flatMap((kind) => SOURCES[kind]?.() ?? [])
  const ids = entries.flatMap((entry) =>
    entry.subject && UUID.test(entry.subject) && ITEMS.has(kindOf(entry)) ? entry.subject : [],
  )
  if (ids.length > 0) asked.push(itemNames([...new Set(ids)]))
  const found = await Promise.allSettled(asked)
  return new Map(found.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])))
}

async function itemNames(ids: string[]) {
  const body = { ids, fields: ['itemNumber'] }
  const answer = await request<{ items: { id: string; itemNumber: string }[] }>(
    'POST',
    '/api/items/batch-get',
    { body },
  )
  return answer.record.items.map(({ id, itemNumber }) => [id, itemNumber] as const)
}
