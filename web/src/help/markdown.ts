/** The guides' Markdown as blocks and spans, so that nothing in it can become markup; pure. */

import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked'

export type Span =
  | { kind: 'text' | 'code' | 'strong' | 'em' | 'key'; text: string }
  | { kind: 'link'; text: string; to: string }

export type Block =
  | { kind: 'heading'; level: number; id: string; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; isOrdered: boolean; start: number; entries: Entry[] }
  | { kind: 'code'; text: string }
  | { kind: 'table'; head: string[]; rows: string[][] }
  | { kind: 'picture'; text: string; source: string }

export interface Entry {
  text: string
  inner: readonly Block[]
}

export interface Guide {
  /** As its address has it. */
  name: string
  title: string
  blocks: readonly Block[]
}

export interface Place {
  guide: string
  title: string
  /** The heading, without which it is the guide itself. */
  heading?: string
  id?: string
}

export function readGuide(name: string, text: string): Guide {
  const blocks = readBlocks(text)
  const first = blocks.find((block) => block.kind === 'heading')
  return { name, title: first ? plain(first.text) : name, blocks }
}

export function readBlocks(text: string): Block[] {
  return new Lexer({ gfm: true }).lex(text).flatMap(blocksOf)
}

function blocksOf(token: Token): Block[] {
  const one = token as MarkedToken
  switch (one.type) {
    case 'heading': {
      const { depth: level, text } = one
      return [{ kind: 'heading', level, id: slug(text), text }]
    }
    case 'paragraph': {
      const [only] = one.tokens.length === 1 ? one.tokens : []
      if (only?.type === 'image') return [{ kind: 'picture', text: only.text, source: only.href }]
      return [{ kind: 'paragraph', text: oneLine(one.text) }]
    }
    case 'list': {
      const { ordered: isOrdered, start } = one
      return [
        { kind: 'list', isOrdered, start: Number(start || 1), entries: one.items.map(entryOf) },
      ]
    }
    case 'table': {
      const texts = (cells: readonly { text: string }[]) => cells.map(({ text }) => oneLine(text))
      return [{ kind: 'table', head: texts(one.header), rows: one.rows.map(texts) }]
    }
    case 'code':
      return [{ kind: 'code', text: one.text }]
    case 'blockquote':
      return one.tokens.flatMap(blocksOf)
    case 'html':
    case 'text':
      return [{ kind: 'paragraph', text: oneLine(one.text) }]
    default:
      return []
  }
}

/** The first words of an entry, and what stands below them. */
function entryOf({ tokens }: Tokens.ListItem): Entry {
  const [first, ...inner] = tokens.flatMap(blocksOf)
  if (first?.kind === 'paragraph') return { text: first.text, inner }
  return { text: '', inner: first ? [first, ...inner] : inner }
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s*\n\s*/g, ' ')
}

/** The address of a heading, as other guides link to it. */
export function slug(title: string): string {
  const words = plain(title).toLowerCase()
  return words.replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-')
}

export function readSpans(text: string): Span[] {
  const spans: Span[] = []
  let isKey = false
  for (const token of Lexer.lexInline(text) as MarkedToken[]) {
    if (token.type === 'html' && /^<\/?kbd>$/.test(token.raw)) isKey = token.raw === '<kbd>'
    else spans.push(isKey ? { kind: 'key', text: token.raw } : spanOf(token))
  }
  return spans
}

function spanOf(token: MarkedToken): Span {
  switch (token.type) {
    case 'codespan':
      return { kind: 'code', text: token.text }
    case 'strong':
    case 'em':
      return { kind: token.type, text: plain(token.text) }
    case 'link':
      return { kind: 'link', text: plain(token.text), to: token.href }
    case 'text':
    case 'escape':
      return { kind: 'text', text: token.text }
    default:
      return { kind: 'text', text: token.raw }
  }
}

/** The words alone. */
export function plain(text: string): string {
  return readSpans(text)
    .map((span) => span.text)
    .join('')
}

/** Where a link of a guide leads: another guide, a heading, elsewhere; null for what is not served. */
export function targetOf(to: string, here: string, known: (name: string) => boolean) {
  if (/^https?:/.test(to)) return { away: to }
  const [path = '', id] = to.split('#')
  const name = path === '' ? here : (path.split('/').at(-1)?.replace(/\.md$/, '') ?? '')
  return known(name) ? { guide: name, id } : null
}

/** Guides and headings that hold all words; those whose title does go first. */
export function findPlaces(guides: readonly Guide[], text: string, most: number): Place[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const ranked = guides.flatMap((guide) =>
    placesOf(guide).flatMap(({ place, title, body }) => {
      const held = (part: string) => words.every((word) => part.includes(word))
      if (held(title)) return [{ place, rank: place.id ? 1 : 0 }]
      return held(`${guide.title.toLowerCase()} ${title} ${body}`) ? [{ place, rank: 2 }] : []
    }),
  )
  return ranked
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, most)
    .map(({ place }) => place)
}

function placesOf(guide: Guide) {
  const top: Place = { guide: guide.name, title: guide.title }
  const found = [{ place: top, title: guide.title.toLowerCase(), body: '' }]
  for (const block of guide.blocks) {
    const text = textOf(block).toLowerCase()
    const last = found.at(-1)
    if (block.kind === 'heading' && block.level > 1) {
      const heading = plain(block.text)
      found.push({ place: { ...top, heading, id: block.id }, title: text, body: '' })
    } else if (last) last.body += ` ${text}`
  }
  return found
}

function textOf(block: Block): string {
  switch (block.kind) {
    case 'list':
      return block.entries
        .map(({ text, inner }) => [plain(text), ...inner.map(textOf)].join(' '))
        .join(' ')
    case 'table':
      return [block.head, ...block.rows].flat().map(plain).join(' ')
    case 'code':
      return block.text
    default:
      return plain(block.text)
  }
}
