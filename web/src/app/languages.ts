/** Loads the texts of the language chosen; English is in the code already. */

import { addTexts, type Language, replaceTexts } from '../kit/i18n'
import { language } from '../kit/settings'
import { createStore } from '../kit/store'

/** The language that is on the screen; changes once its texts have come. */
export const shownLanguage = createStore<Language>('en')

export async function followLanguage(): Promise<void> {
  await show(language.get())
  language.subscribe(() => void show(language.get()))
}

let isAdministering = false

/** Comes with a page of the administration, so that it is drawn in the language chosen. */
export async function adminTexts(): Promise<void> {
  isAdministering = true
  if (language.get() === 'de') addTexts('de', (await import('./german-admin')).germanAdmin)
}

async function show(chosen: Language): Promise<void> {
  if (chosen === 'de') {
    const [{ german, germanSentences }] = await Promise.all([
      import('./german'),
      isAdministering && adminTexts(),
    ])
    replaceTexts(chosen, german, germanSentences)
  } else replaceTexts(chosen, {})
  document.documentElement.lang = chosen
  shownLanguage.set(chosen)
}
