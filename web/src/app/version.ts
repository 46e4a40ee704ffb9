/** Notices that the server carries a newer application than this tab, and what of it did not come. */

import { UNLOADED } from '../api/problem'
import { createStore } from '../kit/store'

const CHECK_MS = 5 * 60_000
const RELOADED = 'reloaded'
const OWN = String(import.meta.env.VITE_BUILD_ID ?? '')

export const isOutdated = createStore(false)

/** Whether something did not come: browsers ask for it no more as long as the document lives. */
let isBroken = false

/** A chunk that is gone means an upgrade: reload once, and only once. */
export function followVersion() {
  // The event is not held back: who imports would then get nothing instead of the error.
  window.addEventListener('vite:preloadError', ({ payload }) => {
    payload.message = UNLOADED
    void reloadBroken()
  })
  if (OWN) setInterval(() => void check(), CHECK_MS)
}

/** Without a network nothing is reloaded: the page, and all that was typed in it, would be lost. */
export async function reloadBroken() {
  const build = await buildOfServer()
  isBroken ||= !build
  if (!build || (build === OWN && !isBroken)) return
  const now = Date.now()
  if (build !== OWN && now - Number(sessionStorage.getItem(RELOADED)) < 60_000) return
  sessionStorage.setItem(RELOADED, String(now))
  window.location.reload()
}

/** Undefined where nothing answers. */
function buildOfServer(): Promise<string | undefined> {
  return fetch('/build.json')
    .then((response) => response.json())
    .then(
      ({ build }) => build,
      () => undefined,
    )
}

async function check() {
  if (document.hidden) return
  const build = await buildOfServer()
  if (build && build !== OWN) isOutdated.set(true)
}
