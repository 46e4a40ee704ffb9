/** The server's sentences in another language, by their English form with gaps for what they name. */

type Told = Readonly<Record<string, string>>

const BETWEEN = /(; |: |, )/

/** A sentence that no form fits stays as it is; `words` are names that the reader sees in their language. */
export function sentencesIn(told: Told, words: Told = {}): (sentence: string) => string {
  const forms = Object.entries(told).map(([form, own]) => ({ fits: formOf(form), own }))
  const inOne = (sentence: string): string | null => {
    for (const { fits, own } of forms) {
      const found = fits.exec(sentence)
      if (found) return filled(own, found.slice(1).map(nameOf))
    }
    return null
  }
  // A name may be a list of further sentences, as of all that stands against something.
  // So may what stands in brackets, and a word that is a sentence by itself.
  const nameOf = (name: string): string =>
    words[name] ?? told[name] ?? (name.startsWith('(') ? inOne(name) : null) ?? inParts(name)
  const inParts = (text: string) => {
    const parts = text.split(BETWEEN)
    return parts.length === 1 ? text : parts.map((part) => inOne(part) ?? part).join('')
  }
  return (sentence) => inOne(sentence) ?? inParts(sentence)
}

function formOf(form: string): RegExp {
  const parts = form.split('{}').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('(.+?)')}\\.?$`)
}

/** `{}` takes the next of the names, `{1}` the second. */
function filled(own: string, names: readonly string[]): string {
  let next = 0
  return own.replace(
    /\{(\d?)\}/g,
    (_, place: string) => names[place ? Number(place) : next++] ?? '',
  )
}
