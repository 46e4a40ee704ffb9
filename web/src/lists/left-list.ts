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
