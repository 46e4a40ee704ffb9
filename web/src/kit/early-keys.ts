/** What is typed before the dialog that it is meant for has come. */

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

let typed = ''

/** The text after one more key; null for a key that types nothing. */
export function textAfter(text: string, { key, ctrlKey, metaKey, altKey }: Key): string | null {
  // AltGr, which types too, is both of them on some systems.
  if (metaKey || ctrlKey !== altKey) return null
  if (key === 'Backspace') return [...text].slice(0, -1).join('')
  // Enter sends nothing that nobody has seen, and does not press the opener again.
  if (key === 'Enter') return text
  return [...key].length === 1 ? text + key : null
}

/** Keeps what is typed meanwhile, out of reach of shortcuts; until the answer is called. */
export function keepEarlyKeys(onEscape?: () => void): () => void {
  typed = ''
  const keep = (event: KeyboardEvent) => {
    const { target, key } = event
    if (target instanceof Element && target.matches('input, textarea, select')) return
    const text = key === 'Escape' && onEscape ? '' : textAfter(typed, event)
    if (text === null) return
    typed = text
    event.preventDefault()
    event.stopPropagation()
    if (key === 'Escape') onEscape?.()
  }
  document.addEventListener('keydown', keep, true)
  return () => {
    document.removeEventListener('keydown', keep, true)
    // A dialog that has come takes it in the same breath; for any later one it was not meant.
    setTimeout(() => {
      typed = ''
    })
  }
}

/** Types it into the field that has the focus now. */
export function typeEarlyKeys(): void {
  const text = typed
  typed = ''
  // What the browser types itself reaches every field as if the keys had waited.
  if (text && document.activeElement?.matches('input, textarea'))
    document.execCommand('insertText', false, text)
}
