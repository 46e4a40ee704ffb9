/** Mentions inside the text of a comment; pure. */

const MENTION = /@\[([^\]\n]{1,200})\]\(user:[0-9a-fA-F-]{36}\)/g

export interface TextPart {
  text: string
  isMention: boolean
}

export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let from = 0
  for (const found of text.matchAll(MENTION)) {
    if (found.index > from) parts.push({ text: text.slice(from, found.index), isMention: false })
    parts.push({ text: `@${found[1]}`, isMention: true })
    from = found.index + found[0].length
  }
  if (from < text.length) parts.push({ text: text.slice(from), isMention: false })
  return parts
}

/** What a person typed as `@Name`, with the ids that the server wants. */
export function withMentions(
  text: string,
  people: readonly { id: string; name: string }[],
): string {
  return [...people]
    .sort((one, other) => other.name.length - one.name.length)
    .reduce((now, { id, name }) => now.replaceAll(`@${name}`, () => `@[${name}](user:${id})`), text)
}

/** What was typed of a name after the `@` before the caret; null where none is being typed. */
export function beginOfMention(text: string, caret: number): string | null {
  const begun = /(?:^|[\s([{,;:])@([^\s@[\]][^@\n[\]]{0,40})?$/u.exec(text.slice(0, caret))
  if (!begun) return null
  const name = begun[1] ?? ''
  return name.split(' ').length > MOST_WORDS ? null : name
}

/** Of a name; who goes on writing behind it means no more of it. */
const MOST_WORDS = 3

/** Of people who were found by less, those whom what is typed by now may mean. */
export function stillMeant<P extends { name: string; email: string | null }>(
  people: readonly P[],
  begun: string,
): P[] {
  const typed = begun.trim().toLowerCase()
  return people.filter(({ name, email }) => `${name}\n${email}`.toLowerCase().includes(typed))
}

/** The text with the name in place of its beginning, and where the caret goes on. */
export function mentioned(text: string, caret: number, name: string) {
  const begun = beginOfMention(text, caret) ?? ''
  const before = `${text.slice(0, caret - begun.length)}${name} `
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length }
}
