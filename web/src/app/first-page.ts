/** Asks at once for all that the first page needs, before anything is drawn. */

import { meQuery } from '../api/account'
import { queryClient } from '../api/query-client'
import { router } from './router'

export function beginFirstPage() {
  const { latestLocation, routesById } = router
  const query = latestLocation.search
  for (const { routeId, params } of router.matchRoutes(latestLocation)) {
    const route = routesById[routeId as keyof typeof routesById]
    if (routeId === '/shell') void queryClient.prefetchQuery(meQuery)
    const begin = route.options.staticData?.begin?.()
    if (begin) void begin.then((start) => start(params, query)).catch(() => {})
    void router.loadRouteChunk(route)
  }
}
