/** The texts of all slices in German, in one piece. */

import type { Catalogue } from '../kit/i18n'

const found = import.meta.glob<Catalogue>('../*/texts.de.json', { import: 'default', eager: true })

export const german: Readonly<Record<string, Catalogue>> = Object.fromEntries(
  Object.entries(found).map(([path, texts]) => [path.split('/').at(-2) ?? '', texts]),
)
