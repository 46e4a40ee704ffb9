import './kit/base.css'
import { createRoot } from 'react-dom/client'
import { UNLOADED } from './api/problem'
import { App } from './app/app'
import { beginFirstPage } from './app/first-page'
import { followLanguage } from './app/languages'
import { followVersion } from './app/version'
import { followSettings } from './kit/settings'

beginFirstPage()
followSettings()
followVersion()
const place = document.getElementById('app')
/** What did not come is told in its place, and is no fault of the page. */
function noteCaught(error: unknown) {
  // biome-ignore lint/suspicious/noConsole: as React does with what is caught
  if ((error as Error | null)?.message !== UNLOADED) console.error(error)
}

if (place) {
  const root = createRoot(place, { onCaughtError: noteCaught })
  void followLanguage().then(() => root.render(<App />))
}
