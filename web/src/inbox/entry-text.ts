/** What an entry of the inbox says, in the reader's words, and where it leads. */

import type { InboxEntry } from '../api/inbox'
import { sentenceOf } from '../kit/i18n'
import { t } from './texts'

export function entryText({ kind, by, subject, text }: InboxEntry): string {
  const said = by && `${by.name} on ${subject.number}: `
  // What people said is theirs: only the words around it are put in another language.
  if (kind === 'mention' && said && text.startsWith(said))
    return t('said', { name: by.name, text: text.slice(said.length) })
  // Its number and name stand above it already.
  if (kind === 'vote') return by ? t('asks', { name: by.name }) : t('asked')
  return sentenceOf(text)
}

/** To what was said, where somebody was mentioned. */
export function entryAddress({ kind, subject }: InboxEntry): string {
  if (kind !== 'mention') return subject.url
  if (subject.url.startsWith('/changes/')) return `${subject.url}?tab=discussion`
  return subject.url.startsWith('/items/') ? `${subject.url}/discussion` : subject.url
}
