/** Structures side by side: of two items or states, or of an item and a STEP file. */

import { queryOptions } from '@tanstack/react-query'
import { request } from './client'
import type { Context } from './items'
import { keys } from './keys'
import type { LineItem } from './structure'

type LineSummary = Pick<LineItem, 'id' | 'itemNumber' | 'name' | 'revision' | 'type' | 'state'>
type ValueChanges = Record<string, { from: unknown; to: unknown }>

export interface ComparedLine {
  item: LineSummary
  parent: LineSummary
  changes: ValueChanges
}

export interface Comparison {
  added: ComparedLine[]
  removed: ComparedLine[]
  changed: ComparedLine[]
  moved: { item: LineSummary; from: LineSummary; to: LineSummary; changes: ValueChanges }[]
  /** How many lines both sides have, changed or not; only told of files. */
  matched?: number
  incomplete: boolean
}

export interface CompareSide extends Context {
  itemId: string
}

export function compareQuery(left: CompareSide, right: CompareSide) {
  return queryOptions({
    queryKey: [...keys.item(left.itemId), 'compare', left, right],
    queryFn: async () => {
      const query = {
        branchId: left.branchId,
        commitId: left.commitId,
        with: right.itemId === left.itemId ? undefined : right.itemId,
        withBranchId: right.branchId,
        withCommitId: right.commitId,
      }
      const path = `/api/items/${left.itemId}/bom/compare`
      return (await request<Comparison>('GET', path, { query })).record
    },
  })
}

interface CadProduct {
  id: number
  number: string
  name: string
}

interface CadPlace {
  item: LineSummary | null
  product: CadProduct | null
}

interface CadLine extends CadPlace {
  parent: LineSummary | null
  parentProduct: CadProduct | null
  changes: ValueChanges
}

interface CadComparison {
  added: CadLine[]
  removed: CadLine[]
  changed: CadLine[]
  moved: (CadPlace & { from: CadPlace; to: CadPlace; changes: ValueChanges })[]
  matched: number
  incomplete: boolean
}

/** An item, or a product of the CAD file that is none: two of one name are not one. */
function summaryOf({ item, product }: CadPlace): LineSummary {
  if (item) return item
  const { id: own = '', number = '', name = '' } = product ?? {}
  const id = `cad:${own}`
  return { id, itemNumber: number || name, name, revision: '', type: '', state: '' }
}

/** The structure of an item beside the product tree of a STEP file. */
export function compareFileQuery(left: CompareSide, fileId: string) {
  return queryOptions({
    queryKey: [...keys.item(left.itemId), 'compare', left, fileId],
    queryFn: async (): Promise<Comparison> => {
      const { itemId, ...context } = left
      const path = `/api/items/${itemId}/bom/compare`
      const query = { ...context, withFile: fileId }
      const { record } = await request<CadComparison>('GET', path, { query })
      const line = (one: CadLine): ComparedLine => ({
        ...one,
        item: summaryOf(one),
        parent: summaryOf({ item: one.parent, product: one.parentProduct }),
      })
      return {
        ...record,
        added: record.added.map(line),
        removed: record.removed.map(line),
        changed: record.changed.map(line),
        moved: record.moved.map((one) => ({
          ...one,
          item: summaryOf(one),
          from: summaryOf(one.from),
          to: summaryOf(one.to),
        })),
      }
    },
  })
}
