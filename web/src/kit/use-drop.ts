/** Files that are dragged over an element and dropped there. */

import { type DragEvent, useEffect, useState } from 'react'

const FIELD = 'input[type=file]'

/** Files that miss the element would be opened by the browser, in place of the page. */
function stay(event: globalThis.DragEvent) {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
  if (event.target instanceof Element && event.target.closest(FIELD)) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'none'
}

/** Whether files are over the element, and not over a dialog or a field in it that takes its own. */
function isOver({ dataTransfer, currentTarget }: DragEvent, at: EventTarget | null): boolean {
  if (!dataTransfer.types.includes('Files')) return false
  if (!(at instanceof Element && currentTarget.contains(at))) return false
  const inner = at.closest(`dialog, ${FIELD}`)
  return !(inner && currentTarget.contains(inner))
}

/** Whether something hangs over the element, and what the element has to be given. */
export function useDrop(take: (files: FileList) => void) {
  const [hangsOver, setOver] = useState(false)
  useEffect(() => {
    for (const kind of ['dragover', 'drop'] as const) window.addEventListener(kind, stay)
    return () => {
      for (const kind of ['dragover', 'drop'] as const) window.removeEventListener(kind, stay)
    }
  }, [])
  const over = (event: DragEvent) => {
    const isOurs = isOver(event, event.target)
    setOver(isOurs)
    if (isOurs) event.preventDefault()
  }
  const target = {
    'data-over': hangsOver,
    onDragEnter: over,
    onDragOver: over,
    onDragLeave: (event: DragEvent) => setOver(isOver(event, event.relatedTarget)),
    onDrop: (event: DragEvent) => {
      setOver(false)
      if (!isOver(event, event.target)) return
      event.preventDefault()
      take(event.dataTransfer.files)
    },
  }
  return { isOver: hangsOver, target }
}
