/** Other people with an account here. */

import { queryOptions } from '@tanstack/react-query'
import { api, take } from './client'
import { keys } from './keys'

export const peopleQuery = queryOptions({
  queryKey: [...keys.users, 'all'],
  queryFn: async () =>
    (await take(api.GET('/api/users', { params: { query: { limit: 100, sort: 'name' } } }))).users,
  staleTime: 60_000,
})
