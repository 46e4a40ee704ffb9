/** The guides of this version, as they stand in its documentation; one piece, loaded when asked for. */

import { type Guide, readGuide } from './markdown'

const texts = import.meta.glob<string>(
  [
    '../../../docs/guides/*.md',
    '../../../docs/reference/{settings,errors,command-line,hardening}.md',
  ],
  { query: '?raw', import: 'default', eager: true },
)
const pictures = import.meta.glob<string>('../../../docs/pictures/first-change/*.png', {
  query: '?url',
  import: 'default',
  eager: true,
})

/** In the order in which one reads them; others follow. */
const ORDER = [
  ...['getting-started', 'first-change', 'daily-work', 'programs-and-designs', 'items'],
  ...['structures', 'files', 'cad', 'importing', 'change-orders', 'workflows'],
  ...['branches-and-locks', 'undo', 'design-engine', 'reports', 'shares', 'events'],
  ...[
    'users-and-tokens',
    'operating',
    'backups',
    'settings',
    'command-line',
    'errors',
    'hardening',
  ],
]

const place = ({ name }: Guide) => (ORDER.indexOf(name) + 1 || ORDER.length + 1) - 1

export const guides: readonly Guide[] = Object.entries(texts)
  .map(([path, text]) => readGuide(nameOf(path), text))
  .toSorted((one, other) => place(one) - place(other))

export function guideOf(name: string): Guide | undefined {
  return guides.find((guide) => guide.name === name)
}

/** `docs/guides/items.md` is `items`. */
function nameOf(path: string): string {
  return path.split('/').at(-1)?.replace('.md', '') ?? ''
}

/** The served address of a picture that a guide names. */
export function pictureOf(source: string): string | undefined {
  const found = Object.entries(pictures).find(([path]) =>
    path.endsWith(source.replaceAll('../', '/')),
  )
  return found?.[1]
}
