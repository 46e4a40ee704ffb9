/** One search over all kinds of records. */

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, take } from './client'
import { listItems } from './items'
import { keys } from './keys'

export type HitKind = 'item' | 'changeOrder' | 'design' | 'program'

export interface Hit {
  id: string
  kind: HitKind
  number: string
  name: string
  /** The type of an item. */
  type?: string
  state?: string
}

export interface HitGroup {
  kind: HitKind
  total: number
  hits: readonly Hit[]
}

const contains = (record: { code: string; name: string }, text: string) =>
  `${record.code} ${record.name}`.toLocaleLowerCase().includes(text.toLocaleLowerCase())

async function searchItems(text: string, limit: number): Promise<HitGroup> {
  const { items, total } = await listItems({ search: text, limit, sort: 'itemNumber' })
  const hits = items
    .filter((item) => item.type !== 'ChangeOrder')
    .map(({ id, itemNumber, name, type, state }): Hit => {
      return { id, kind: 'item', number: itemNumber, name, type, state }
    })
  const isExact = (hit: Hit) => hit.number.toLowerCase() === text.toLowerCase()
  return { kind: 'item', total, hits: hits.sort((a, b) => Number(isExact(b)) - Number(isExact(a))) }
}

async function searchOrders(text: string, limit: number): Promise<HitGroup> {
  const query = { search: text, limit }
  const { changeOrders, total } = await take(api.GET('/api/change-orders', { params: { query } }))
  const hits = changeOrders.map(({ id, itemNumber, name, state }): Hit => {
    return { id, kind: 'changeOrder', number: itemNumber, name, state }
  })
  return { kind: 'changeOrder', total, hits }
}

async function searchDesigns(text: string): Promise<HitGroup> {
  const { designs } = await take(api.GET('/api/designs', { params: { query: { limit: 100 } } }))
  const hits = designs
    .filter((design) => contains(design, text))
    .map(({ id, code, name }): Hit => ({ id, kind: 'design', number: code, name }))
  return { kind: 'design', total: hits.length, hits }
}

async function searchPrograms(text: string): Promise<HitGroup> {
  const { programs } = await take(api.GET('/api/programs', { params: { query: { limit: 100 } } }))
  const hits = programs
    .filter((program) => contains(program, text))
    .map(({ id, code, name }): Hit => ({ id, kind: 'program', number: code, name }))
  return { kind: 'program', total: hits.length, hits }
}

export function searchQuery(text: string, limit: number) {
  return queryOptions({
    queryKey: [...keys.search, text, limit],
    queryFn: async () => {
      const asked = [
        searchItems(text, limit),
        searchOrders(text, limit),
        searchDesigns(text),
        searchPrograms(text),
      ]
      const groups = await Promise.all(asked)
      return groups.filter((group) => group.hits.length > 0)
    },
    enabled: text.trim() !== '',
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
}
