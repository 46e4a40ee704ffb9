/** The server's sentences in another language, by their English form with gaps for what they name. */

type Told = Readonly<Record<string, string>>

/** What divides a text into sentences, the widest first. */
const BETWEEN = ['; ', ': ', ', ']
/** `{told}` is a gap for a further sentence, `{}` one for a name. */
const GAP = /\{(?:told)?\}/
/** A figure as English writes it, with its currency or its unit. */
const FIGURE = /^(?:[A-Z]{3} )?[-−]?\d+(?:,\d{3})*(?:\.\d+)?(?: ?[^\d\s,;]+)?$/

/** A sentence that no form fits stays as it is; `words` are names that the reader sees in their language. */
export function sentencesIn(told: Told, words: Told = {}): (sentence: string) => string {
  // Of two that fit, the one that says more of the sentence tells it.
  const forms = Object.entries(told)
    .map(([form, own]) => ({ ...formOf(form), own }))
    .sort((one, other) => other.said - one.said)
  const inOne = (sentence: string): string | null => {
    for (const { fits, isTold, own } of forms) {
      const found = fits.exec(sentence)?.slice(1)
      if (found)
        return filled(
          own,
          found.map((name, at) => (isTold[at] ? whole : nameOf)(name)),
        )
    }
    return null
  }
  // A name may be a list of further sentences, as of all that stands against something.
  // So may what stands in brackets, and a word that is a sentence by itself.
  const nameOf = (name: string): string =>
    words[name] ?? told[name] ?? (name.startsWith('(') ? inOne(name) : null) ?? inParts(name)
  const inParts = (text: string, level = 0): string => {
    const mark = BETWEEN[level]
    if (mark === undefined) return text
    const parts = text.split(mark)
    if (parts.length === 1) return inParts(text, level + 1)
    return parts.map((part) => words[part] ?? inOne(part) ?? inParts(part, level + 1)).join(mark)
  }
  const whole = (sentence: string) => inOne(sentence) ?? inParts(sentence)
  return (sentence) => whole(sentence).replace(/“([^„“”]*)”/g, '„$1“')
}

function formOf(form: string) {
  const parts = form.split(GAP).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const isTold = [...form.matchAll(new RegExp(GAP, 'g'))].map(([gap]) => gap === '{told}')
  return { fits: new RegExp(`^${parts.join('(.+?)')}\\.?$`), isTold, said: parts.join('').length }
}

/** Only what stands in the place of a figure is written otherwise: a name such as `12,000` stays what it is. */
function figureOf(text: string): string {
  if (!FIGURE.test(text)) return text
  const marked = text.replace(/[,.]/g, (mark) => (mark === ',' ? '.' : ','))
  return marked.replace(/^([A-Z]{3}) (.+)/, '$2 $1')
}

/** `{}` takes the next of the names, `{1}` the second; `{,}` and `{,1}` take it as a figure. */
function filled(own: string, names: readonly string[]): string {
  let next = 0
  return own.replace(/\{(,?)(\d?)\}/g, (_, figure: string, place: string) => {
    const name = names[place ? Number(place) : next++] ?? ''
    return figure ? figureOf(name) : name
  })
}
