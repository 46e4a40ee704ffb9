/** The texts of all slices in German, in one piece; those that come with few pages stand apart. */

import type { Catalogue } from '../kit/i18n'
import { sentencesIn } from './sentences'
import sentences from './sentences.de.json'
import own from './texts.de.json'
import words from './words.de.json'

const found = import.meta.glob<Catalogue>(
  ['../*/texts.de.json', '!../{admin,audit,workflows,engine,imports}/*'],
  { import: 'default', eager: true },
)

const german: Readonly<Record<string, Catalogue>> = {
  ...Object.fromEntries(
    Object.entries(found).map(([path, texts]) => [path.split('/').at(-2) ?? '', texts]),
  ),
  // The pattern names this folder's own file by another path.
  app: own,
  words,
}

/** The texts of some pages, and what the server says only there. */
export interface Piece {
  texts: Readonly<Record<string, Catalogue>>
  sentences?: Catalogue
}

/** All texts with the pieces that have come, and what puts the server's sentences into German. */
export function germanWith(pieces: readonly Piece[]) {
  const told = Object.assign({}, sentences, ...pieces.map((one) => one.sentences))
  return [
    Object.assign({}, german, ...pieces.map(({ texts }) => texts)) as typeof german,
    sentencesIn(told, words),
  ] as const
}
