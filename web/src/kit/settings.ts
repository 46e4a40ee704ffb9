/** The reader's choices of appearance, kept in this browser. */

import { LANGUAGES, type Language } from './i18n'
import { createStoredStore } from './store'

export const THEMES = ['system', 'light', 'dark'] as const
export const DENSITIES = ['compact', 'normal', 'roomy'] as const
export type Theme = (typeof THEMES)[number]
export type Density = (typeof DENSITIES)[number]

function oneOf<T extends string>(values: readonly T[]) {
  return (value: unknown): value is T => values.includes(value as T)
}

export const theme = createStoredStore<Theme>('partwright.theme', 'system', oneOf(THEMES))
export const density = createStoredStore<Density>('partwright.density', 'normal', oneOf(DENSITIES))
export const language = createStoredStore<Language>(
  'partwright.language',
  navigator.language.startsWith('de') ? 'de' : 'en',
  oneOf(LANGUAGES),
)
export const railFolded = createStoredStore(
  'partwright.rail-folded',
  false,
  (value): value is boolean => typeof value === 'boolean',
)

function show() {
  const { dataset } = document.documentElement
  if (theme.get() === 'system') delete dataset.theme
  else dataset.theme = theme.get()
  dataset.density = density.get()
}

export function followSettings() {
  show()
  theme.subscribe(show)
  density.subscribe(show)
}
