/** The server's sentences in another language, by their English form with gaps for what they name. */

type Told = Readonly<Record<string, string>>

/** A sentence that no form fits stays as it is. */
export function sentencesIn(told: Told): (sentence: string) => string {
  const forms = Object.entries(told).map(([form, own]) => ({ fits: formOf(form), own }))
  return (sentence) => {
    for (const { fits, own } of forms) {
      const found = fits.exec(sentence)
      if (found) return filled(own, found.slice(1))
    }
    return sentence
  }
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
