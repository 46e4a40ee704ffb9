/** The application that the server carries, and how a tab comes to it. */

/** Who waits for it holds back a page that did not come: a line that hangs is none. */
const TIMEOUT_MS = 10_000

/** Undefined where nothing answers. */
export function buildOfServer(): Promise<string | undefined> {
  return fetch('/build.json', { signal: AbortSignal.timeout(TIMEOUT_MS) })
    .then((response) => response.json())
    .then(
      ({ build }) => build,
      () => undefined,
    )
}

/** The browser asks first where something typed would be lost. */
export function reload() {
  if (isTyped()) window.addEventListener('beforeunload', hold, { once: true })
  window.location.reload()
}

const hold = (event: Event) => event.preventDefault()

/** Whatever holds the page back by itself counts too. */
export function isTyped(): boolean {
  const fields = 'textarea,input:not([type=checkbox],[type=radio])'
  return (
    [...document.querySelectorAll<HTMLInputElement>(fields)].some((one) => one.value) ||
    !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  )
}
