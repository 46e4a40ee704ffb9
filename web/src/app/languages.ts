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

async function show(chosen: Language): Promise<void> {
  if (chosen === 'de') {
    const { german, germanSentences } = await import('./german')
    replaceTexts(chosen, german, germanSentences)
  } else replaceTexts(chosen, {})
  document.documentElement.lang = chosen
  shownLanguage.set(chosen)
}
