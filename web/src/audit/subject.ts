/** What an entry of the trail is about, by the name that people know it by. */

import { rolesQuery, workflowsQuery } from '../api/admin'
import { request } from '../api/client'
import { peopleQuery } from '../api/comments'
import { designsQuery } from '../api/designs'
import { programsQuery } from '../api/programs'
import { queryClient } from '../api/query-client'
import type { AuditEntry } from '../api/registers'
import { wordOf } from '../kit/i18n'

interface Told extends Pick<AuditEntry, 'action' | 'subject'> {
  details: object | null
}
type Names = ReadonlyMap<string, string>

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i

/** The names that are known of it, or that which was sent; of anything else the ends of its id. */
export function aboutOf({ subject, details }: Told, names: Names = new Map()): string {
  const ids = subject?.split('/') ?? []
  const known = ids.flatMap((id) => names.get(id) ?? [])
  if (known.length > 0) return known.join(' / ')
  const sent = (details as { body?: Record<string, unknown> } | null)?.body
  const named = [sent?.name, sent?.itemNumber, sent?.email].find(
    (value) => typeof value === 'string' && value !== '',
  )
  if (named) return String(named)
  return ids.map((id) => (UUID.test(id) ? `${id.slice(0, 8)}…${id.slice(-4)}` : id)).join(' / ')
}

interface Named {
  id: string
  name: string
}

const named = (rows: readonly Named[]) => rows.map(({ id, name }) => [id, name] as const)
/** What the server itself brings is named in the reader's language. */
const inWords = (rows: readonly Named[]) => rows.map(({ id, name }) => [id, wordOf(name)] as const)

type Pairs = (readonly [string, string])[]

/** How the subjects of acts are named, by the first word of the acts. */
const SOURCES: Readonly<Record<string, () => Promise<Pairs>>> = {
  user: async () => named(await queryClient.fetchQuery(peopleQuery)),
  role: async () => inWords(await queryClient.fetchQuery(rolesQuery)),
  design: async () => named((await queryClient.fetchQuery(designsQuery)).designs),
  program: async () => named((await queryClient.fetchQuery(programsQuery)).programs),
  workflow: async () => inWords(await queryClient.fetchQuery(workflowsQuery)),
  report: () => listed('reports', ({ name }) => name),
  attribute_definition: () => listed('attribute-definitions', ({ label, name }) => label ?? name),
  category: () => listed('categories', ({ name }) => name),
  numbering_scheme: () => listed('numbering-schemes', ({ name }) => name),
  manufacturer: () => listed('manufacturers', ({ name }) => name),
  supplier: () => listed('suppliers', ({ name }) => name),
  share: () => listed('shares', ({ item }) => item?.itemNumber),
}
const ALSO: Readonly<Record<string, readonly string[]>> = {
  member: ['program', 'user'],
  approver: ['workflow'],
  second_factor: ['user'],
}
const ITEMS = new Set(['item', 'order', 'vote', 'bom', 'package', 'file', 'share'])
const FILES = new Set(['file', 'share'])

const kindOf = ({ action }: Told) => action.split('.')[0] ?? ''

/** Asks once for each kind that there is; what cannot be read stays without a name. */
export async function namesOf(entries: readonly Told[]): Promise<Names> {
  const kinds = new Set(entries.flatMap((entry) => ALSO[kindOf(entry)] ?? kindOf(entry)))
  const asked = [...kinds].flatMap((kind) => SOURCES[kind]?.() ?? [])
  const items = idsOf(entries, ITEMS)
  const files = idsOf(entries, FILES)
  if (items.length > 0) asked.push(itemNames(items))
  if (files.length > 0) asked.push(fileNames(files))
  const found = await Promise.allSettled(asked)
  return new Map(found.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])))
}

function idsOf(entries: readonly Told[], kinds: ReadonlySet<string>): string[] {
  const told = entries.filter((entry) => kinds.has(kindOf(entry)))
  const ids = told.flatMap(({ subject }) => subject?.split('/') ?? [])
  return [...new Set(ids)].filter((id) => UUID.test(id))
}

interface Listed {
  id: string
  name?: string
  label?: string | null
  item?: { itemNumber: string } | null
}

async function listed(path: string, nameOf: (row: Listed) => string | undefined): Promise<Pairs> {
  const answer = await request<Record<string, Listed[]>>('GET', `/api/${path}`, {
    query: { limit: 100 },
  })
  const rows = Object.values(answer.record).find(Array.isArray) ?? []
  return rows.map((row) => [row.id, nameOf(row) ?? ''] as const).filter(([, name]) => name)
}

async function itemNames(ids: string[]): Promise<Pairs> {
  const body = { ids, fields: ['itemNumber'] }
  const answer = await request<{ items: { id: string; itemNumber: string }[] }>(
    'POST',
    '/api/items/batch-get',
    { body },
  )
  return answer.record.items.map(({ id, itemNumber }) => [id, itemNumber] as const)
}

async function fileNames(ids: string[]): Promise<Pairs> {
  const answer = await request<{ files: { id: string; originalFileName: string }[] }>(
    'GET',
    '/api/files',
    { query: { id: ids.join(','), limit: ids.length } },
  )
  return answer.record.files.map(({ id, originalFileName }) => [id, originalFileName] as const)
}
