/** Lines dragged onto the assembly that they shall belong to. */

import { type DragEvent, useRef } from 'react'
import type { Line } from './lines'
import type { Shared } from './structure-bar'
import type { Deeds } from './use-deeds'

const FIRST_ROW = 2
const MARK = 'data-drop'

export function useDrag({ lines, tree, cursor, editing }: Shared, deeds: Deeds) {
  const dragged = useRef<readonly Line[]>([])
  const marked = useRef<Element | null>(null)
  const lineAt = (row: Element | null) => {
    const index = Number(row?.getAttribute('aria-rowindex')) - FIRST_ROW
    return lines[tree.rows[index] ?? -1]
  }
  const mark = (row: Element | null) => {
    if (marked.current === row) return
    marked.current?.removeAttribute(MARK)
    row?.setAttribute(MARK, '')
    marked.current = row
  }
  /** An assembly takes the lines; beside a part they come into the part's assembly. */
  const targetOf = (line: Line | undefined): string | undefined => {
    if (!line) return undefined
    const { item, parentId } = line.relation
    return editing.pending.structure.below.has(item.id) ? item.id : parentId
  }
  return {
    onDragStart: (event: DragEvent) => {
      const line = lineAt(rowOf(event))
      if (!line) return
      const isSelected = cursor.state.selected.has(line.key)
      dragged.current = isSelected ? cursor.chosen() : [line]
      const text = dragged.current.map((one) => one.relation.item.itemNumber).join('\n')
      event.dataTransfer.setData('text/plain', text)
      event.dataTransfer.effectAllowed = 'move'
    },
    onDragOver: (event: DragEvent) => {
      if (dragged.current.length === 0) return
      event.preventDefault()
      mark(rowOf(event))
    },
    onDrop: (event: DragEvent) => {
      if (dragged.current.length === 0) return
      event.preventDefault()
      const target = targetOf(lineAt(rowOf(event)))
      if (target) deeds.moveTo(dragged.current, target)
      dragged.current = []
      mark(null)
    },
    onDragEnd: () => {
      dragged.current = []
      mark(null)
    },
  }
}

function rowOf(event: DragEvent): Element | null {
  return event.target instanceof Element ? event.target.closest('[role="row"]') : null
}
