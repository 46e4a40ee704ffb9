/** Reads the Markdown that the guides are written in into blocks and spans; pure. */

export type Span =
  | { kind: 'text' | 'code' | 'strong' | 'em' | 'key'; text: string }
  | { kind: 'link'; text: string; to: string }

export type Block =
  | { kind: 'heading'; level: number; id: string; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; isOrdered: boolean; start: number; entries: string[] }
  | { kind: 'code'; text: string }
  | { kind: 'table'; head: string[]; rows: string[][] }
  | { kind: 'picture'; text: string; source: string }

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

const FENCE = /^(```|~~~)/
const HEADING = /^(#{1,4}) +(.*)$/
const ENTRY = /^( *)([-*]|\d+\.) +(.*)$/
const PICTURE = /^!\[([^\]]*)\]\(([^)]+)\)$/

export function readBlocks(text: string): Block[] {
  const lines = text.split('\n')
  const blocks: Block[] = []
  for (let at = 0; at < lines.length; ) at = readBlock(lines, at, blocks)
  return blocks
}

/** Takes the block that begins at a line; answers where the next begins. */
function readBlock(lines: readonly string[], at: number, blocks: Block[]): number {
  const line = lines[at] ?? ''
  if (line.trim() === '') return at + 1
  if (FENCE.test(line)) return readCode(lines, at, blocks)
  const heading = HEADING.exec(line)
  if (heading) {
    const [, marks = '', title = ''] = heading
    blocks.push({ kind: 'heading', level: marks.length, id: slug(title), text: title })
    return at + 1
  }
  const picture = PICTURE.exec(line)
  if (picture) {
    blocks.push({ kind: 'picture', text: picture[1] ?? '', source: picture[2] ?? '' })
    return at + 1
  }
  const end = endOf(lines, at)
  const part = lines.slice(at, end)
  if (line.startsWith('|')) blocks.push(tableOf(part))
  else if (ENTRY.test(line)) blocks.push(listOf(part))
  else blocks.push({ kind: 'paragraph', text: part.map((one) => one.trim()).join(' ') })
  return end
}

function readCode(lines: readonly string[], at: number, blocks: Block[]): number {
  const found = lines.findIndex((line, index) => index > at && FENCE.test(line))
  const end = found < 0 ? lines.length : found
  blocks.push({ kind: 'code', text: lines.slice(at + 1, end).join('\n') })
  return end + 1
}

/** Up to an empty line, or what begins a block of another kind. */
function endOf(lines: readonly string[], at: number): number {
  const isTable = (lines[at] ?? '').startsWith('|')
  const end = lines.findIndex((line, index) => {
    if (index <= at) return false
    if (line.trim() === '' || FENCE.test(line) || HEADING.test(line) || PICTURE.test(line)) {
      return true
    }
    return line.startsWith('|') !== isTable
  })
  return end < 0 ? lines.length : end
}

function tableOf(lines: readonly string[]): Block {
  const cells = lines.map((line) =>
    line
      .replace(/^\||\|\s*$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('\\|', '|')),
  )
  const [head = [], , ...rows] = cells
  return { kind: 'table', head, rows }
}

function listOf(lines: readonly string[]): Block {
  const entries: string[] = []
  for (const line of lines) {
    const found = ENTRY.exec(line)
    if (found) entries.push(found[3] ?? '')
    else entries[entries.length - 1] = `${entries.at(-1) ?? ''} ${line.trim()}`
  }
  const number = /^ *(\d+)\./.exec(lines[0] ?? '')?.[1]
  return { kind: 'list', isOrdered: number !== undefined, start: Number(number ?? 1), entries }
}

/** The address of a heading, as other guides link to it. */
export function slug(title: string): string {
  const words = plain(title).toLowerCase()
  return words.replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-')
}

const SPAN =
  /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|<kbd>([^<]+)<\/kbd>|\[([^\]]+)\]\(([^)]+)\)/g

export function readSpans(text: string): Span[] {
  const spans: Span[] = []
  let from = 0
  for (const found of text.matchAll(SPAN)) {
    const [whole, code, strong, em, key, label, to] = found
    if (found.index > from) spans.push({ kind: 'text', text: text.slice(from, found.index) })
    from = found.index + whole.length
    if (code !== undefined) spans.push({ kind: 'code', text: code })
    else if (strong !== undefined) spans.push({ kind: 'strong', text: strong })
    else if (em !== undefined) spans.push({ kind: 'em', text: em })
    else if (key !== undefined) spans.push({ kind: 'key', text: key })
    else spans.push({ kind: 'link', text: plain(label ?? ''), to: to ?? '' })
  }
  if (from < text.length) spans.push({ kind: 'text', text: text.slice(from) })
  return spans
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
      return block.entries.map(plain).join(' ')
    case 'table':
      return [block.head, ...block.rows].flat().map(plain).join(' ')
    case 'code':
      return block.text
    default:
      return plain(block.text)
  }
}
