/** Variants as they are typed: a line for each, its values between semicolons; pure. */

export function linesIn(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** The values of each line; those that a line lacks are left to the server to ask for. */
export function valuesIn(text: string, attributes: readonly string[]): Record<string, string>[] {
  return linesIn(text).map((line) => {
    const values = line.split(/[;\t]/).map((value) => value.trim())
    return Object.fromEntries(attributes.map((name, at) => [name, values[at] ?? '']))
  })
}
