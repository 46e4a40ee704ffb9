/** What a reader meant who wrote a word of the wire in their own language. */

import { wordOf } from '../i18n'

/** The word of the wire that was meant, where a reader wrote it in their own language. */
export function meantBy(text: string, words: readonly string[]): string {
  const typed = text.trim().toLowerCase()
  const isMeant = (word: string) => [word, wordOf(word)].some((one) => one.toLowerCase() === typed)
  return words.includes(text) ? text : (words.find(isMeant) ?? text)
}
