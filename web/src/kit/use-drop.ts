/** Files that are dragged over an element and dropped there. */

import { type DragEvent, useState } from 'react'

/** Whether something hangs over the element, and what the element has to be given. */
export function useDrop(take: (files: FileList) => void) {
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  const target = {
    'data-over': isOver,
    onDragEnter: over,
    onDragOver: over,
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      take(event.dataTransfer.files)
    },
  }
  return { isOver, target }
}
