/** The texts of all slices in German, in one piece; those of the administration stand apart. */

import type { Catalogue } from '../kit/i18n'
import { sentencesIn } from './sentences'
import sentences from './sentences.de.json'
import own from './texts.de.json'
import words from './words.de.json'

const found = import.meta.glob<Catalogue>(['../*/texts.de.json', '!../{admin,audit,workflows}/*'], {
  import: 'default',
  eager: true,
})

export const german: Readonly<Record<string, Catalogue>> = {
  ...Object.fromEntries(
    Object.entries(found).map(([path, texts]) => [path.split('/').at(-2) ?? '', texts]),
  ),
  // The pattern names this folder's own file by another path.
  app: own,
  words,
}

export const germanSentences = sentencesIn(sentences, words)
