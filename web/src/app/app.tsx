import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { whenSignedOut } from '../api/client'
import { problemOf } from '../api/problem'
import { useStore } from '../kit/store'
import { ToastRegion } from '../kit/toast'
import { shownLanguage } from './languages'
import { router } from './router'

const RETRIES = 2

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 10 * 60_000,
      retry: (count, error) => count < RETRIES && [0, 502, 503].includes(problemOf(error).status),
    },
  },
})

whenSignedOut(() => {
  const { pathname, href } = router.state.location
  if (pathname === '/login') return
  client.clear()
  void router.navigate({ to: '/login', search: href === '/' ? {} : { next: href } })
})

export function App() {
  const language = useStore(shownLanguage)
  return (
    <QueryClientProvider client={client}>
      <RouterProvider key={language} router={router} context={{ client }} />
      <ToastRegion />
    </QueryClientProvider>
  )
}
