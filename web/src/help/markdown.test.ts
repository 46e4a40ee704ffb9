import { expect, test } from 'vitest'
import { findPlaces, readBlocks, readGuide, readSpans, slug, targetOf } from './markdown'

const TEXT = `# Change orders

A change **carries** \`A\` and a
[link](items.md#fields).

## Vote & sign

1. First
   goes on
2. Second
   - below

| Key | Means |
|---|---|
| \`a\\|b\` | either |

\`\`\`sh
curl # not a heading
\`\`\`
![Seen](../pictures/x.png)
<script>alert(1)</script>
`

const ENTRIES = [
  { text: 'First goes on', inner: [] },
  {
    text: 'Second',
    inner: [{ kind: 'list', isOrdered: false, start: 1, entries: [{ text: 'below', inner: [] }] }],
  },
]

test('a guide is read into its blocks, and nothing of it is markup', () => {
  expect(readBlocks(TEXT)).toEqual([
    { kind: 'heading', level: 1, id: 'change-orders', text: 'Change orders' },
    { kind: 'paragraph', text: 'A change **carries** `A` and a [link](items.md#fields).' },
    { kind: 'heading', level: 2, id: 'vote--sign', text: 'Vote & sign' },
    { kind: 'list', isOrdered: true, start: 1, entries: ENTRIES },
    { kind: 'table', head: ['Key', 'Means'], rows: [['`a|b`', 'either']] },
    { kind: 'code', text: 'curl # not a heading' },
    { kind: 'picture', text: 'Seen', source: '../pictures/x.png' },
    { kind: 'paragraph', text: '<script>alert(1)</script>' },
  ])
})

test('spans within a line', () => {
  expect(readSpans('a **b** `c*` <kbd>F</kbd> [d](e.md)')).toEqual([
    { kind: 'text', text: 'a ' },
    { kind: 'strong', text: 'b' },
    { kind: 'text', text: ' ' },
    { kind: 'code', text: 'c*' },
    { kind: 'text', text: ' ' },
    { kind: 'key', text: 'F' },
    { kind: 'text', text: ' ' },
    { kind: 'link', text: 'd', to: 'e.md' },
  ])
  expect(slug('`GET` things, or not?')).toBe('get-things-or-not')
})

test('links lead to guides that are served, and nowhere else', () => {
  const known = (name: string) => name === 'items'
  expect(targetOf('items.md#fields', 'cad', known)).toEqual({ guide: 'items', id: 'fields' })
  expect(targetOf('#here', 'items', known)).toEqual({ guide: 'items', id: 'here' })
  expect(targetOf('../decisions/0001.md', 'items', known)).toBeNull()
  expect(targetOf('https://x.org/', 'items', known)).toEqual({ away: 'https://x.org/' })
})

test('titles are found before what only says the words', () => {
  const guides = [readGuide('one', '# One\n\nVote here'), readGuide('two', TEXT)]
  const found = findPlaces(guides, 'VOTE', 5).map(({ guide, id }) => `${guide}#${id ?? ''}`)
  expect(found).toEqual(['two#vote--sign', 'one#'])
  expect(findPlaces(guides, '  ', 5)).toEqual([])
  expect(findPlaces(guides, 'nowhere', 5)).toEqual([])
})
