import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { meQuery } from '../api/account'
import { whenSignedOut } from '../api/client'
import { queryClient } from '../api/query-client'
import { late } from '../forms/late'
import { createStore, useStore } from '../kit/store'
import { ToastRegion } from '../kit/toast'
import { shownLanguage } from './languages'
import { router } from './router'

const AgainDialog = late(async () => (await import('../sign-on/again-dialog')).AgainDialog)

/** The e-mail of whose session has ended, while their page stays as it is. */
const endedFor = createStore<string | null>(null)

whenSignedOut(() => {
  const { pathname } = router.state.location
  const me = queryClient.getQueryData(meQuery.queryKey)
  if (pathname === '/login') return
  if (me && router.state.status === 'idle') endedFor.set(me.email)
  else leave()
})

function leave() {
  const { href } = router.state.location
  endedFor.set(null)
  queryClient.clear()
  void router.navigate({ to: '/login', search: href === '/' ? {} : { next: href } })
}

function SignedOut() {
  const email = useStore(endedFor)
  return email && <AgainDialog email={email} onBack={() => endedFor.set(null)} onClose={leave} />
}

export function App() {
  const language = useStore(shownLanguage)
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider key={language} router={router} />
      <SignedOut />
      <ToastRegion />
    </QueryClientProvider>
  )
}
