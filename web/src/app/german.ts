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
interface Piece {
  texts: Readonly<Record<string, Catalogue>>
  sentences?: Catalogue
}

export type PieceName = 'admin' | 'engine' | 'imports'
const PIECES: Readonly<Record<PieceName, () => Promise<{ piece: Piece }>>> = {
  admin: () => import('./german-admin'),
  engine: () => import('./german-engine'),
  imports: () => import('./german-imports'),
}

/** All texts with the pieces that are asked for, as far as they come or are needed, and what puts the server's sentences into German. */
export async function germanWith(asked: Iterable<PieceName>, needed: readonly PieceName[]) {
  const pieces = await Promise.all(
    [...asked].map(async (name) => {
      try {
        return (await PIECES[name]()).piece
      } catch (error) {
        // Other pages go on without it.
        if (needed.includes(name)) throw error
        return undefined
      }
    }),
  )
  const told = Object.assign({}, sentences, ...pieces.map((one) => one?.sentences))
  return [
    Object.assign({}, german, ...pieces.map((one) => one?.texts)) as typeof german,
    sentencesIn(told, words),
  ] as const
}
