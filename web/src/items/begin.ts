/** Asks for what an item's page shows, while its code is still on its way. */

import { meQuery } from '../api/account'
import type { Query } from '../api/client'
import { versionQuery } from '../api/context'
import { type Context, itemIdQuery, itemQuery, verdictsQuery } from '../api/items'
import { queryClient } from '../api/query-client'
import { openedBomQuery } from '../api/structure'

type Wanted = (id: string, context: Context) => void

/** Whoever looks for the answers afterwards finds them asked for; what goes wrong is theirs to tell. */
async function begin({ ref = '' }: Query, { at }: Query, wanted: Wanted): Promise<void> {
  try {
    // Who is not signed on is sent to do that first.
    await queryClient.ensureQueryData(meQuery)
    const { context } = await queryClient.ensureQueryData(versionQuery(ref, at))
    const id = await queryClient.ensureQueryData(itemIdQuery(ref, context))
    wanted(id, context)
    void queryClient.prefetchQuery(itemQuery(id, context))
    void queryClient.prefetchQuery(verdictsQuery(id, context))
  } catch {
    // The page asks again and shows why not.
  }
}

export function beginItem(params: Query, query: Query) {
  return begin(params, query, () => {})
}

export function beginStructure(params: Query, query: Query) {
  return begin(params, query, (id, context) => {
    // Which fields other columns need, the page alone knows.
    if (query.cols) return
    void queryClient.prefetchQuery(openedBomQuery(id, context))
  })
}
