import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { whenSignedOut } from '../api/client'
import { queryClient } from '../api/query-client'
import { useStore } from '../kit/store'
import { ToastRegion } from '../kit/toast'
import { shownLanguage } from './languages'
import { router } from './router'

whenSignedOut(() => {
  const { pathname, href } = router.state.location
  if (pathname === '/login') return
  queryClient.clear()
  void router.navigate({ to: '/login', search: href === '/' ? {} : { next: href } })
})

export function App() {
  const language = useStore(shownLanguage)
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider key={language} router={router} />
      <ToastRegion />
    </QueryClientProvider>
  )
}
