/** What one list needs to be a list: where its rows come from and what they show. */

import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Column } from '../kit/grid/columns'
import type { CellChange } from '../kit/grid/types'
import type { FilterChoice, FilterField, ListQuery } from './query'

export const PAGE_SIZE = 100

export interface RowPage<Row> {
  rows: readonly Row[]
  total: number
}

export interface ListDefinition<Row> {
  /** Names the list in keys of kept answers and in preferences. */
  kind: string
  /** Tells apart lists of one kind that show different rows for one query. */
  scope?: string
  title: string
  /** The pages beside this one. */
  tabs?: ReactNode
  icon: LucideIcon
  columns: readonly Column<Row>[]
  filters: readonly FilterField[]
  defaultSort: string
  /** Null where the server cannot search. */
  searchLabel: string | null
  fetchPage: (query: ListQuery, page: number) => Promise<RowPage<Row>>
  fetchFacets?: (
    query: ListQuery,
    fields: readonly string[],
  ) => Promise<Record<string, FilterChoice[]>>
  keyOf: (row: Row) => string
  /** The address of a row's page. */
  addressOf: (row: Row) => string
  narrow: (row: Row) => ReactNode
  /** What the inspector shows of a row. */
  inspect?: (row: Row) => ReactNode
  onChanges?: (changes: CellChange<Row>[]) => void
  /** Buttons in the head. */
  actions?: ReactNode
  /** Actions on the rows selected. */
  selectionActions?: (selection: Selection<Row>) => ReactNode
  /** Before the tools at the right, such as the choice of a version. */
  tools?: ReactNode
  /** Shown in place of the grid, for the same search and filters. */
  body?: (query: ListQuery) => ReactNode
  empty: { title: string; note: string; actions?: ReactNode }
}

export interface Selection<Row> {
  keys: ReadonlySet<string>
  rows: readonly Row[]
  clear: () => void
  query: ListQuery
}
