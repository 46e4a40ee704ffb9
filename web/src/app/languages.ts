/** Loads the texts of the language chosen; English is in the code already. */

import { type Language, replaceTexts } from '../kit/i18n'
import { language } from '../kit/settings'
import { createStore } from '../kit/store'

/** The language that is on the screen; changes once its texts have come. */
export const shownLanguage = createStore<Language>('en')

export async function followLanguage(): Promise<void> {
  await show(language.get())
  language.subscribe(() => void show(language.get()))
}

/** Texts that few pages need, and that come with them. */
const PIECES = {
  admin: () => import('./german-admin'),
  engine: () => import('./german-engine'),
  imports: () => import('./german-imports'),
}
const asked = new Set<keyof typeof PIECES>()

/** Loads a page with its own texts, so that it is drawn in the language chosen. */
export function withTexts<M>(name: keyof typeof PIECES, load: () => Promise<M>): () => Promise<M> {
  return async () => {
    asked.add(name)
    return (await Promise.all([load(), language.get() === 'de' && show('de')]))[0]
  }
}

async function show(chosen: Language): Promise<void> {
  if (chosen === 'de') {
    const [{ germanWith }, ...more] = await Promise.all([
      import('./german'),
      ...[...asked].map((name) => PIECES[name]()),
    ])
    replaceTexts(chosen, ...germanWith(more.map(({ piece }) => piece)))
  } else replaceTexts(chosen, {})
  document.documentElement.lang = chosen
  shownLanguage.set(chosen)
}
