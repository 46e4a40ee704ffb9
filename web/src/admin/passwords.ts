/** A password that can be read out and typed: letters and digits that nobody confuses. */

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 4
const GROUP = 5

export function suggestPassword(): string {
  const groups = Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP }, letter).join(''),
  )
  return groups.join('-')
}

/** One of the letters, each as likely as the others. */
function letter(): string {
  const drawn = new Uint8Array(1)
  do crypto.getRandomValues(drawn)
  while ((drawn[0] ?? 255) >= 256 - (256 % LETTERS.length))
  return LETTERS.charAt((drawn[0] ?? 0) % LETTERS.length)
}
