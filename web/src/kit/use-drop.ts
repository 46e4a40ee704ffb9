/** Files that are dragged over an element and dropped there. */

import { type DragEvent, useEffect, useState } from 'react'

/** Files that miss the element would be opened by the browser, in place of the page. */
function stay(event: globalThis.DragEvent) {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'none'
}

/** Whether something hangs over the element, and what the element has to be given. */
export function useDrop(take: (files: FileList) => void) {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    for (const kind of ['dragover', 'drop'] as const) window.addEventListener(kind, stay)
    return () => {
      for (const kind of ['dragover', 'drop'] as const) window.removeEventListener(kind, stay)
    }
  }, [])
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  const target = {
    'data-over': isOver,
    onDragEnter: over,
    onDragOver: over,
    onDragLeave: (event: DragEvent) => {
      const { currentTarget, relatedTarget } = event
      setOver(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      take(event.dataTransfer.files)
    },
  }
  return { isOver, target }
}
