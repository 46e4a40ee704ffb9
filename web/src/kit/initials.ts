/** `AL` for Ada Lovelace. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return letters
    .map((word) => (word ? [...word][0] : ''))
    .join('')
    .toUpperCase()
}
