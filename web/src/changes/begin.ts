/** Asks for what a change order's page shows, while its code is still on its way. */

import { meQuery } from '../api/account'
import { orderQuery } from '../api/changes'
import type { Query } from '../api/client'
import { queryClient } from '../api/query-client'

export async function beginChange({ ref = '' }: Query) {
  // Who is not signed on is sent to do that first; what else goes wrong, the page asks again and tells.
  await queryClient.ensureQueryData(meQuery)
  await queryClient.prefetchQuery(orderQuery(ref))
}
