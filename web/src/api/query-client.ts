/** What is kept of the server's answers. */

import { QueryClient } from '@tanstack/react-query'
import { problemOf } from './problem'

const RETRIES = 2

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 10 * 60_000,
      retry: (count, error) => count < RETRIES && [0, 502, 503].includes(problemOf(error).status),
    },
    // A write that waits for the network would come as a surprise: it fails at once and says so.
    mutations: { networkMode: 'always' },
  },
})
