/** `AL` for Ada Lovelace. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return [words[0], words.slice(1).at(-1)]
    .map((word = '') => [...word].slice(0, 1))
    .join('')
    .toUpperCase()
}
