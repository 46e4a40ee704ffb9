/** Notices that the server carries a newer application than this tab. */

import { createStore } from '../kit/store'

const CHECK_MS = 5 * 60_000
const RELOADED = 'partwright.reloaded'

export const isOutdated = createStore(false)

/** A chunk that is gone means an upgrade: reload once, and only once. */
export function followVersion() {
  // The event is not held back: who imports would then get nothing instead of the error.
  window.addEventListener('vite:preloadError', () => {
    const last = Number(sessionStorage.getItem(RELOADED) ?? 0)
    if (Date.now() - last < 60_000) return
    sessionStorage.setItem(RELOADED, String(Date.now()))
    window.location.reload()
  })
  const own = import.meta.env.VITE_BUILD_ID
  if (own) setInterval(() => void check(String(own)), CHECK_MS)
}

async function check(own: string) {
  if (document.hidden) return
  const response = await fetch('/build.json', { cache: 'no-cache' }).catch(() => null)
  const current = response?.ok ? ((await response.json()) as { build?: string }) : null
  if (current?.build && current.build !== own) isOutdated.set(true)
}
