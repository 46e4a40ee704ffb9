/** The field that stands in a cell while it is edited. */

import { type KeyboardEvent, useRef, useState } from 'react'
import { wordOf } from '../i18n'
import { notify } from '../toast'
import type { CellEdit } from './columns'
import styles from './grid.module.css'

export type Leave = 'stay' | 'down' | 'right' | 'left'

interface CellEditorProps {
  label: string
  edit: Pick<CellEdit<never>, 'kind' | 'choices' | 'check'>
  value: string
  onCommit: (value: string, leave: Leave) => void
  onCancel: () => void
}

export function CellEditor({ label, edit, value, onCommit, onCancel }: CellEditorProps) {
  const isDone = useRef(false)
  const [isWrong, setWrong] = useState(false)
  const takeBack = useRef<(() => void) | undefined>(undefined)
  const finish = (now: string, leave: Leave) => {
    if (isDone.current) return
    const wrong = edit.check?.(now)
    takeBack.current?.()
    if (wrong) takeBack.current = notify({ kind: 'bad', text: wrong })
    // Who goes on by a key is still here to mend it; who clicked elsewhere is not.
    if (wrong && leave !== 'stay') return setWrong(true)
    isDone.current = true
    if (wrong) onCancel()
    else onCommit(now, leave)
  }
  const shared = {
    className: styles.editor,
    'aria-label': label,
    defaultValue: value,
    autoFocus: true,
    'aria-invalid': isWrong || undefined,
    // The reason is of what was refused, not of what is typed since.
    onInput: () => {
      setWrong(false)
      takeBack.current?.()
    },
    onBlur: (event: { currentTarget: { value: string } }) =>
      finish(event.currentTarget.value, 'stay'),
    onKeyDown: (event: KeyboardEvent<HTMLInputElement | HTMLSelectElement>) => {
      event.stopPropagation()
      if (event.key === 'Escape') {
        isDone.current = true
        takeBack.current?.()
        onCancel()
      } else if (event.key === 'Enter' || event.key === 'Tab') {
        event.preventDefault()
        const sideways = event.shiftKey ? 'left' : 'right'
        finish(event.currentTarget.value, event.key === 'Tab' ? sideways : 'down')
      }
    },
  }
  if (edit.kind !== 'choice') {
    return (
      <input
        {...shared}
        type={edit.kind === 'date' ? 'date' : 'text'}
        inputMode={edit.kind === 'number' ? 'decimal' : undefined}
        onFocus={(event) => event.currentTarget.select()}
      />
    )
  }
  return (
    <select {...shared}>
      {(edit.choices ?? []).map((choice) => (
        <option key={choice} value={choice}>
          {wordOf(choice)}
        </option>
      ))}
    </select>
  )
}
