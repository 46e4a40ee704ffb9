/** The message of a commit: people's own as it stands, the server's own in the reader's language. */

import { wordOf } from '../kit/i18n'

/** `Relationship Added PN-000004 and 2 more`: what was done first, and to how many others. */
const DONE = /^([A-Z][a-z]+(?: [A-Z][a-z]+)?) ([^a-z\s]+)(?: and (\d+) more)?$/
/** `Revise for ECO-000002`, `Merge work/lighter`. */
const ABOUT = /^(Revise for|Merge|Take over) (\S+)$/

export function commitText(message: string): string {
  const [, action = '', number, more] = DONE.exec(message) ?? []
  if (wordOf(action) !== action) return `${number}${more ? ` (+${more})` : ''}: ${wordOf(action)}`
  const [, begin = '', name] = ABOUT.exec(message) ?? []
  return name ? `${wordOf(begin)} ${name}` : wordOf(message)
}
