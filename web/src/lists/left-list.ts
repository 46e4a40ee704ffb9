/** The list that was open last, in whose order one goes on from record to record. */

import type { ListDefinition } from './definition'
import type { ListQuery } from './query'
import type { Pages } from './use-pages'

export interface LeftList<Row = unknown> {
  list: ListDefinition<Row>
  query: ListQuery
  pages: Pages<Row>
}

export const left: { last?: LeftList } = {}

/** Where the rows of the list lead that was open before the page was loaded anew. */
export const LEFT_ROWS = 'list'
const MOST_ROWS = 1000

addEventListener('pagehide', () => {
  const { list, pages } = left.last ?? {}
  if (!list || !pages) return
  const length = Math.min(pages.total, MOST_ROWS)
  const rows = Array.from({ length }, (_, place) => pages.rowAt(place))
  sessionStorage[LEFT_ROWS] = JSON.stringify(rows.map((row) => row && list.addressOf(row)))
})
