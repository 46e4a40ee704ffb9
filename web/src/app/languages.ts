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

/** Texts that few pages need, and that come with them; only what came once is asked for beside others. */
const known = new Set<PieceName>()

/** Loads a page with its own texts, so that it is drawn in the language chosen. */
export function withTexts<M>(name: PieceName, load: () => Promise<M>): () => Promise<M> {
  return async () => {
    // Where German is chosen later, it comes with the rest.
    const texts = language.get() === 'de' ? show('de', name) : known.add(name)
    return (await Promise.all([load(), texts]))[0]
  }
}

async function show(chosen: Language, ...further: PieceName[]): Promise<void> {
  if (chosen === 'de') {
    const pieces = new Set([...known, ...further])
    const texts = await (await import('./german')).germanWith(pieces, further)
    for (const name of further) known.add(name)
    if (language.get() !== chosen) return
    replaceTexts(chosen, ...texts)
  } else replaceTexts(chosen, {})
  document.documentElement.lang = chosen
  shownLanguage.set(chosen)
}
