/** Notices that the server carries a newer application than this tab, and what of it did not come. */

import { buildOfServer, isTyped, reload } from '../api/build'
import { UNLOADED } from '../api/problem'
import { createStore } from '../kit/store'
import { untilItComes } from '../kit/until-it-comes'

const CHECK_MS = 5 * 60_000
const RELOADED = 'reloaded'
const OWN = String(import.meta.env.VITE_BUILD_ID ?? '')

/** Why the page had better be loaded anew; the reader decides when. */
export const reloadReason = createStore<'newVersion' | 'incomplete' | null>(null)

/** Whether something did not come: browsers ask for it no more as long as the document lives. */
let isBroken = false

/** How many style sheets have yet to come: for another link browsers ask again. */
let lost = 0

/** What did not come may have been fetched ahead, while somebody types: it is only told here. */
export function followVersion() {
  window.addEventListener('vite:preloadError', (event) => {
    const { payload } = event
    const sheet = /CSS for (.*)/.exec(payload.message)?.[1]
    if (sheet) {
      // What it is for comes all the same.
      event.preventDefault()
      void fetchAgain(sheet)
    } else {
      // Not held back: who imports would then get nothing instead of the error.
      payload.message = UNLOADED
      isBroken = true
    }
    void check()
  })
  if (OWN) setInterval(check, CHECK_MS)
}

/** For a page that did not come. By itself at most once a minute, and never where something is typed. */
export async function reloadBroken(isAsked = false) {
  if (!isBroken || !(await buildOfServer())) return
  if (!isAsked) {
    const now = Date.now()
    if (isTyped() || now - (sessionStorage[RELOADED] ?? 0) < 60_000) return
    sessionStorage[RELOADED] = now
  }
  reload()
}

async function fetchAgain(href: string) {
  lost += 1
  await untilItComes(
    () =>
      new Promise((onload, onerror) => {
        const link = { rel: 'stylesheet', href, onload, onerror }
        document.head.append(Object.assign(document.createElement('link'), link))
      }),
  )
  lost -= 1
  void check()
}

async function check() {
  const build = await buildOfServer()
  const isMissing = isBroken || lost > 0
  if (build) reloadReason.set(build !== OWN ? 'newVersion' : isMissing ? 'incomplete' : null)
}
