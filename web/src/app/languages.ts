/** Loads the texts of the language chosen; English is in the code already. */

import { type Language, replaceTexts } from '../kit/i18n'
import { language } from '../kit/settings'
import { createStore } from '../kit/store'
import type { PieceName } from './german'

/** The language that is on the screen; changes once its texts have come. */
export const shownLanguage = createStore<Language>('en')

export async function followLanguage(): Promise<void> {
  await show(language.get())
  language.subscribe(() => void show(language.get()))
}

/** Texts that few pages need, and that come with them. */
const asked = new Set<PieceName>()

/** Loads a page with its own texts, so that it is drawn in the language chosen. */
export function withTexts<M>(name: PieceName, load: () => Promise<M>): () => Promise<M> {
  return async () => {
    asked.add(name)
    return (await Promise.all([load(), language.get() === 'de' && show('de')]))[0]
  }
}

async function show(chosen: Language): Promise<void> {
  if (chosen === 'de') {
    replaceTexts(chosen, ...(await (await import('./german')).germanWith(asked)))
  } else replaceTexts(chosen, {})
  document.documentElement.lang = chosen
  shownLanguage.set(chosen)
}
