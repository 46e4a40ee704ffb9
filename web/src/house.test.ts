/** The rules of this house: sizes, walls between the slices, texts in both languages. */

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { expect, test } from 'vitest'

const here = import.meta.dirname
/** From top to bottom; a slice imports only from those below it. */
const FLOORS = [
  ['app'],
  ['audit'],
  ['home', 'search', 'me', 'sign-on', 'admin'],
  [
    'changes',
    'programs',
    'designs',
    'imports',
    'reports',
    'inbox',
    'workflows',
    'engine',
    'help',
    'variants',
  ],
  ['items'],
  ['structure', 'graph', 'files', 'comments', 'exports', 'model3d'],
  ['versions'],
  ['undo'],
  ['lists'],
  ['forms'],
  ['records'],
  ['api'],
  ['kit'],
]
const MOST_LINES = 300

const sources = readdirSync(here, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(tsx?|css)$/.test(name) && !name.endsWith('schema.d.ts'))
  .map((name) => ({ name, text: readFileSync(join(here, name), 'utf8') }))

function floorOf(name: string): number {
  const slice = name.split(sep)[0] ?? ''
  return FLOORS.findIndex((floor) => floor.includes(slice))
}

test('no file is longer than one can keep in mind', () => {
  const long = sources.filter(({ text }) => text.split('\n').length > MOST_LINES + 1)
  expect(long.map(({ name }) => name)).toEqual([])
})

test('imports go downwards only, and slices of one floor do not know each other', () => {
  const wrong = sources.flatMap(({ name, text }) => {
    if (!name.includes(sep)) return []
    const targets = [...text.matchAll(/from '(\.\.?\/[^']+)'|import\('(\.\.?\/[^']+)'\)/g)]
    return targets
      .map(([, fixed, lazy]) => relative(here, join(here, dirname(name), fixed ?? lazy ?? '')))
      .filter((target) => ![name.split(sep)[0], '..'].includes(target.split(sep)[0]))
      .filter((target) => floorOf(target) <= floorOf(name))
      .map((target) => `${name} imports ${target}`)
  })
  expect(wrong).toEqual([])
})

test('every slice stands on a floor', () => {
  const homeless = sources.filter(({ name }) => name.includes(sep) && floorOf(name) < 0)
  expect(homeless.map(({ name }) => name)).toEqual([])
})

test('what waits for the network is not taken for an answer of nothing', () => {
  // `isLoading` is false of a query that is paused, and of one that nobody asked.
  const wrong = sources.filter(({ text }) => /\.isLoading\) return/.test(text))
  expect(wrong.map(({ name }) => name)).toEqual([])
})

const catalogues = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('texts.en.json'),
)

test.each(catalogues)('%s has every text in German too, with the same values in it', (name) => {
  const read = (path: string) =>
    JSON.parse(readFileSync(join(here, path), 'utf8')) as Record<string, string>
  const english = read(name)
  const german = read(name.replace('.en.', '.de.'))
  const holes = (text = '') => [...text.matchAll(/\{\w+\}/g)].map(String).sort()
  expect(Object.keys(german).sort()).toEqual(Object.keys(english).sort())
  for (const key of Object.keys(english)) expect(holes(german[key])).toEqual(holes(english[key]))
})

test.each(catalogues)('every text of %s is used', (name) => {
  const keys = Object.keys(JSON.parse(readFileSync(join(here, name), 'utf8')) as object)
  const code = sources.filter((file) => dirname(file.name) === dirname(name)).map((f) => f.text)
  const whole = code.join('\n')
  const prefixes = [...whole.matchAll(/`(\w+)\$\{/g)].map(([, prefix]) => prefix ?? '')
  const unused = keys.filter((key) => {
    const base = key.replace(/_(one|other)$/, '')
    const isNamed = whole.includes(`'${base}'`) || whole.includes(`"${base}"`)
    return !isNamed && !prefixes.some((prefix) => base.startsWith(prefix))
  })
  expect(unused).toEqual([])
})
