/** The message of a commit: people's own as it stands, the server's own in the reader's language. */

import { sentenceOf, wordOf } from '../kit/i18n'

/** `Relationship Added PN-000004 and 2 more`: what was done first, and to how many others. */
const DONE =
  /^((?:Relationship|File) [ARUV]\w+|Checked \w+|Created|Updated|Deleted|Restored|Transitioned|Released?|Superseded) ([^a-z\s]+|\S*\d\S*)(?: and (\d+) more)?$/
/** `Revise for ECO-000002`, `Merge work/lighter`, `Rebase work/lighter onto main`. */
const ABOUT =
  /^(Revise for|Merge|Rebase|Take over|Resolve conflicts of|Deleted the design) \S+( onto main)?$/
/** `Imported parts list.csv`. */
const FILE = /^Imported .+\.\w+$/
const WHOLE = /^(Design created|Checkout cancelled|Changed|Imported)$/

export function commitText(message: string): string {
  const [, deedOf = '', number, more] = DONE.exec(message) ?? []
  const action = deedOf === 'Release' ? 'Released' : deedOf
  // English has the order that the server writes.
  if (wordOf(action) !== action) return `${number}${more ? ` (+${more})` : ''}: ${wordOf(action)}`
  // The server's own word for a line is not one that people use, and its capitals are those of titles.
  const [kind, deed] = action.split(' ')
  if (kind === 'Relationship' || kind === 'File')
    return `${kind === 'File' ? kind : 'Line'} ${deed?.toLowerCase()}:${message.slice(action.length)}`
  if (ABOUT.test(message) || FILE.test(message)) return sentenceOf(message)
  return WHOLE.test(message) ? wordOf(message) : message
}
