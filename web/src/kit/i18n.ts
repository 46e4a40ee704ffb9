/** Texts in the reader's language: English is in the code, others replace it once loaded. */

export type Catalogue = Readonly<Record<string, string>>
export type Language = 'en' | 'de'
export type Values = Readonly<Record<string, string | number>>

export const LANGUAGES: readonly Language[] = ['en', 'de']

type Plural<K> = K extends `${infer Base}_${'one' | 'other'}` ? Base : never
export type TextKey<C> = Extract<keyof C | Plural<keyof C>, string>
export type Translate<C> = (key: TextKey<C>, values?: Values) => string

let language: Language = 'en'
type Catalogues = Readonly<Record<string, Catalogue>>
let replaced: Catalogues = {}
const asItIs = (sentence: string) => sentence

/** A sentence of the server in the reader's language, where it is known. */
export let sentenceOf = asItIs

/** Dates and numbers as the reader's region writes them, when it speaks the language chosen. */
export function locale(): string {
  const own = globalThis.navigator?.languages?.find((tag) => tag.startsWith(language))
  return own ?? (language === 'en' ? 'en-GB' : language)
}

export function replaceTexts(chosen: Language, catalogues: Catalogues, sentences = asItIs) {
  language = chosen
  replaced = catalogues
  sentenceOf = sentences
}

/** A word of the wire as the reader's language has it; people's own words stay as they are. */
export function wordOf(value: string): string {
  return replaced.words?.[value] ?? value
}

/** The texts of one slice, by keys that the compiler knows. */
export function texts<C extends Catalogue>(slice: string, english: C): Translate<C> {
  return (key, values) => {
    const own = replaced[slice] ?? {}
    const full = chosenForm(key, english, values)
    return fill(own[full] ?? english[full] ?? full, values)
  }
}

/** `lines_one` or `lines_other` for `lines` with a count. */
function chosenForm(key: string, english: Catalogue, values?: Values): string {
  if (key in english || values?.count === undefined) return key
  const form = new Intl.PluralRules(language).select(Number(values.count))
  return form === 'one' ? `${key}_one` : `${key}_other`
}

function fill(text: string, values?: Values): string {
  if (!values) return text
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    if (value === undefined) return whole
    return typeof value === 'number' ? value.toLocaleString(locale()) : value
  })
}
