/** Where to go after signing on: a path of this application, never another site. */
export function nextAddress(wanted: string | undefined): string {
  if (!wanted?.startsWith('/') || /^\/[/\\]/.test(wanted)) return '/'
  const isOdd = wanted.includes('\\') || [...wanted].some((letter) => letter < ' ')
  return isOdd || wanted.startsWith('/login') ? '/' : wanted
}
