/** The items around an item, and what its design's requirements are met by. */

import { queryOptions } from '@tanstack/react-query'
import { api, request, take } from './client'
import { everyItemPage } from './every-page'
import type { Context } from './items'
import { keys } from './keys'
import type { LineItem, Relation, Structure } from './structure'
import type { Answer } from './types'

export type ItemGraph = Answer<'/api/items/{item_id}/graph', 'get'>
export type GraphNode = ItemGraph['nodes'][number]
export type GraphEdge = ItemGraph['edges'][number]

export function graphQuery(id: string, context: Context, depth: number) {
  return queryOptions({
    queryKey: [...keys.item(id), 'graph', context, depth],
    queryFn: () => {
      const query = { depth: String(depth), ...context }
      return take(
        api.GET('/api/items/{item_id}/graph', { params: { path: { item_id: id }, query } }),
      )
    },
  })
}

/** Everything above an item, turned round: below each item stand the assemblies that hold it. */
export function aboveQuery(id: string, context: Context) {
  return queryOptions({
    queryKey: [...keys.item(id), 'above', context],
    queryFn: async (): Promise<Structure> => {
      const query = { direction: 'up' as const, depth: 'all', type: 'BOM', ...context }
      const params = { path: { item_id: id }, query }
      return turned(id, await take(api.GET('/api/items/{item_id}/graph', { params })))
    },
    structuralSharing: false,
  })
}

const VARIANT = { id: 'variant ', quantity: 1, findNumber: null, referenceDesignator: null }

function turned(id: string, { nodes, edges, truncated, incomplete }: ItemGraph): Structure {
  const byId = new Map<string, LineItem>(nodes.map((node) => [node.id, node]))
  const below = new Map<string, Relation[]>()
  for (const edge of edges) {
    const item = byId.get(edge.source)
    if (!item) continue
    const relation: Relation = {
      id: edge.id,
      parentId: edge.target,
      item,
      quantity: Number(edge.quantity),
      findNumber: edge.findNumber,
      referenceDesignator: null,
    }
    const siblings = below.get(edge.target)
    if (siblings) siblings.push(relation)
    else below.set(edge.target, [relation])
  }
  for (const relations of below.values()) {
    relations.sort((a, b) => a.item.itemNumber.localeCompare(b.item.itemNumber))
  }
  // What is used and uses nothing is a variant of the item, which is a family.
  const users = new Set(edges.map((edge) => edge.source))
  const variants = nodes.filter((node) => node.id !== id && !users.has(node.id))
  if (variants.length > 0) {
    const standing = variants.map((item) => ({
      ...VARIANT,
      id: `${VARIANT.id}${item.id}`,
      parentId: id,
      item,
    }))
    below.set(id, [...(below.get(id) ?? []), ...standing])
  }
  const top = byId.get(id) ?? { id, itemNumber: '', name: '', revision: '', type: '', state: '' }
  return { top, below, incomplete: incomplete || truncated }
}

export interface CoveringPart {
  id: string
  itemNumber: string
  name: string
}

export interface Requirement {
  id: string
  itemNumber: string
  name: string
  priority: string | null
  /** The parts that meet it, by their ids. */
  metBy: ReadonlyMap<string, string>
}

export interface Coverage {
  requirements: readonly Requirement[]
  parts: readonly CoveringPart[]
  total: number
}

const PAGE = 100
const MOST_PAGES = 20
const MOST_PARTS = 500

/** Requirements of a design and the parts that they refer to. */
export function coverageQuery(designId: string) {
  return queryOptions({
    queryKey: [...keys.items, 'coverage', designId],
    queryFn: async (): Promise<Coverage> => {
      const [found, links] = await Promise.all([
        requirementsOf(designId),
        take(api.GET('/api/relationships', { params: { query: { designId, type: 'reference' } } })),
      ])
      const metBy = new Map<string, Map<string, string>>()
      for (const { id, sourceId, targetId } of links.relationships) {
        const met = metBy.get(sourceId) ?? new Map<string, string>()
        metBy.set(sourceId, met.set(targetId, id))
      }
      const requirements = found.items.map(({ id, itemNumber, name, priority }) => ({
        id,
        itemNumber,
        name,
        priority: priority ?? null,
        metBy: metBy.get(id) ?? new Map<string, string>(),
      }))
      const wanted = new Set(requirements.flatMap((one) => [...one.metBy.keys()]))
      return { requirements, parts: await partsOf([...wanted]), total: found.total }
    },
  })
}

interface RequirementPage {
  items: { id: string; itemNumber: string; name: string; priority?: string | null }[]
  total: number
}

async function requirementsOf(designId: string): Promise<RequirementPage> {
  const query = { designId, type: 'Requirement', sort: 'itemNumber' }
  const wanted = { query, size: PAGE, most: MOST_PAGES }
  const pages = await everyItemPage<RequirementPage>('/api/items', wanted)
  return { items: pages.flatMap(({ items }) => items), total: pages[0].total }
}

async function partsOf(ids: readonly string[]): Promise<CoveringPart[]> {
  const parts: CoveringPart[] = []
  for (let start = 0; start < ids.length; start += MOST_PARTS) {
    const body = {
      ids: ids.slice(start, start + MOST_PARTS),
      fields: ['itemNumber', 'name', 'type'],
    }
    const sent = { body }
    const { record } = await request<{ items: (CoveringPart & { type: string })[] }>(
      'POST',
      '/api/items/batch-get',
      sent,
    )
    parts.push(...record.items.filter(({ type }) => type === 'Part'))
  }
  return parts.sort((a, b) => a.itemNumber.localeCompare(b.itemNumber))
}
