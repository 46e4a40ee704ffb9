/** Notices that the server carries a newer application than this tab. */

import { createStore } from '../kit/store'

const CHECK_MS = 5 * 60_000
const RELOADED = 'partwright.reloaded'

export const isOutdated = createStore(false)

/** A chunk that is gone means an upgrade: reload once, and only once. */
export function followVersion() {
  const own = String(import.meta.env.VITE_BUILD_ID ?? '')
  // The event is not held back: who imports would then get nothing instead of the error.
  window.addEventListener('vite:preloadError', () => void reloadOutdated(own))
  if (own) setInterval(() => void check(own), CHECK_MS)
}

/** Without a network nothing is reloaded: the page, and all that was typed in it, would be lost. */
async function reloadOutdated(own: string) {
  const build = await buildOfServer()
  if (!build || build === own) return
  const now = Date.now()
  if (now - Number(sessionStorage.getItem(RELOADED)) < 60_000) return
  sessionStorage.setItem(RELOADED, String(now))
  window.location.reload()
}

async function buildOfServer(): Promise<string | undefined> {
  try {
    const response = await fetch('/build.json', { cache: 'no-cache' })
    return response.ok ? ((await response.json()) as { build?: string }).build : undefined
  } catch {
    return undefined
  }
}

async function check(own: string) {
  if (document.hidden) return
  const build = await buildOfServer()
  if (build && build !== own) isOutdated.set(true)
}
