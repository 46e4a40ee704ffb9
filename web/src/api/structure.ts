/** Structures: the lines below an item, their sums, edits of them, comparisons. */

import { queryOptions } from '@tanstack/react-query'
import { api, ask, request, take } from './client'
import type { Context } from './items'
import { keys } from './keys'
import { Problem } from './problem'
import type { Answer } from './types'
import type { WriteHeaders } from './write'

export type Rollup = Answer<'/api/items/{item_id}/rollup', 'get'>

/** An item as structures show it. */
export interface LineItem {
  id: string
  itemNumber: string
  name: string
  revision: string
  type: string
  state: string
  /** Not made yet: the save makes it. */
  isNew?: boolean
  /** The number that a new item is to get; a counter gives one where it is left out. */
  wantedNumber?: string
  partType?: string | null
  unitOfMeasure?: string | null
  material?: string | null
  weight?: string | null
  weightUnit?: string | null
  cost?: string | null
  costCurrency?: string | null
  leadTime?: number | null
  /** How many lines are below it, where only the first ones have come. */
  children?: number
  /** Only where it is asked for. */
  designId?: string | null
  /** In whose place a variant is to be chosen. */
  isFamily?: boolean | null
}

export interface LineValues {
  quantity: number
  findNumber: number | null
  referenceDesignator: string | null
}

/** One relationship; it may stand at several places of a structure. */
export interface Relation extends LineValues {
  id: string
  parentId: string
  item: LineItem
  /** The columns of the answer it came with, and its place in them. */
  columns?: LineColumns
  at?: number
}

/** What lines show where it is asked for. */
export interface LineColumns {
  remark?: (string | null)[]
  doNotPlace?: boolean[]
  sourceOrder?: (number | null)[]
}

/** The relations of a structure, by the items above them. */
export interface Structure {
  top: LineItem
  below: ReadonlyMap<string, readonly Relation[]>
  incomplete: boolean
  /** These are the first lines; the others are on their way. */
  isBeginning?: boolean
}

interface BomColumns {
  item: LineItem
  incomplete: boolean
  items: LineItem[]
  columns: LineColumns & {
    relationshipId: string[]
    quantity: number[]
    findNumber: (number | null)[]
    referenceDesignator: (string | null)[]
    parent: (number | null)[]
    item: number[]
  }
}

export const bomKey = (id: string, context: Context, fields: string) =>
  [...keys.item(id), 'bom', context, fields] as const

/** Whether an answer holds all lines of a structure: of thousands, half a megabyte. */
export function isWhole({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  return queryKey[1] === 'one' && (queryKey[3] === 'bom' || queryKey[3] === 'foreign')
}

async function linesBelow(id: string, context: Context, fields: string): Promise<Structure> {
  const query = { depth: 'all', format: 'columns', fields: fields || undefined, ...context }
  return relationsOf((await request<BomColumns>('GET', `/api/items/${id}/bom`, { query })).record)
}

/** `fields` names more of the items' fields than lines always have. */
export function bomQuery(id: string, context: Context, fields = '') {
  return queryOptions({
    queryKey: bomKey(id, context, fields),
    placeholderData: (before?: Structure) => before,
    queryFn: () => linesBelow(id, context, fields),
    // Built anew from an answer that says the same, it would be drawn anew for nothing.
    structuralSharing: false,
  })
}

/**
 * The lines of a structure that is opened. The first ones are read before: beside all of thousands the
 * server would take its time over both.
 */
export function openedBomQuery(id: string, context: Context, fields = '') {
  const whole = bomQuery(id, context, fields)
  const known = { queryKey: whole.queryKey.slice(0, -1) }
  return queryOptions({
    ...whole,
    queryFn: async (asked) => {
      const { client } = asked
      const isOpen = client.getQueriesData(known).some(([, data]) => data !== undefined)
      if (!isOpen) await client.prefetchQuery(firstLinesQuery(id, context, fields))
      return linesBelow(id, context, fields)
    },
  })
}

/** More than a screen holds. */
const FIRST_LINES = 100

/** The lines that are seen first: of a large structure they come long before the rest. */
export function firstLinesQuery(id: string, context: Context, fields = '') {
  return queryOptions({
    queryKey: [...keys.item(id), 'first-lines', context, fields],
    queryFn: async (): Promise<Structure> => {
      const query = {
        depth: 1,
        format: 'columns',
        children: 'true',
        limit: FIRST_LINES,
        fields: fields || undefined,
        ...context,
      }
      const path = `/api/items/${id}/bom`
      return {
        ...relationsOf((await request<BomColumns>('GET', path, { query })).record),
        isBeginning: true,
      }
    },
  })
}

/** Each relation once, whatever the number of places it stands at. */
export function relationsOf({ item: top, items, columns, incomplete }: BomColumns): Structure {
  const below = new Map<string, Relation[]>()
  const seen = new Set<string>()
  columns.relationshipId.forEach((id, at) => {
    const item = items[columns.item[at] ?? -1]
    if (seen.has(id) || !item) return
    seen.add(id)
    const above = columns.parent[at]
    const parent = above === null ? top : items[columns.item[above ?? -1] ?? -1]
    const parentId = parent?.id ?? top.id
    const relation: Relation = {
      id,
      parentId,
      item,
      quantity: columns.quantity[at] ?? 1,
      findNumber: columns.findNumber[at] ?? null,
      referenceDesignator: columns.referenceDesignator[at] ?? null,
      columns,
      at,
    }
    const siblings = below.get(parentId)
    if (siblings) siblings.push(relation)
    else below.set(parentId, [relation])
  })
  return { top, below, incomplete }
}

export function rollupQuery(id: string, context: Context) {
  return queryOptions({
    queryKey: [...keys.item(id), 'rollup', context],
    queryFn: () =>
      take(
        api.GET('/api/items/{item_id}/rollup', {
          params: { path: { item_id: id }, query: context },
        }),
      ),
  })
}

/** One line of a save; what is left out stays as it is. */
export interface LineChange extends Partial<LineValues> {
  action: 'create' | 'update' | 'move' | 'delete'
  id?: string
  sourceId?: string
  sourceRef?: string
  targetId?: string
  targetRef?: string
  expected?: LineValues
}

export interface NewItem {
  ref: string
  type: 'Part'
  name: string
  itemNumber?: string
  designId: string | null
}

export interface StructureSave {
  changes: LineChange[]
  items: NewItem[]
  branchId?: string
}

export interface RefusedLine {
  index: number | null
  ref: string | null
  error: string
  details: string
  present: LineValues | null
}

export interface SavedStructure {
  lines: (LineValues & { index: number; id: string; parentId: string })[]
  items: (LineItem & { ref: string })[]
  errors: RefusedLine[]
}

/** Saves all of it or nothing; what stands against it is in `errors`. */
export async function saveStructure(
  save: StructureSave,
  headers: WriteHeaders,
): Promise<SavedStructure> {
  const path = '/api/relationships/batch-update'
  const response = await ask('POST', path, { body: save, headers: { ...headers } })
  const body = (await response.json().catch(() => ({}))) as { data?: SavedStructure }
  if (body.data === undefined) throw await Problem.of(response, body)
  return body.data
}
