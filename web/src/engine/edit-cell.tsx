/** A text that becomes a field when it is clicked; Enter keeps, Escape leaves it as it was. */

import { useState } from 'react'
import { BareInput } from '../kit/field'
import styles from './engine.module.css'

interface EditCellProps {
  label: string
  value: string
  /** As it reads where it is not edited. */
  shown?: string
  /** Shown where there is nothing. */
  empty?: string
  reason?: string | null
  onSave: (value: string) => void
}

export function EditCell(props: EditCellProps) {
  const { label, value, shown = value, empty = '–', reason, onSave } = props
  const [typed, setTyped] = useState<string | null>(null)
  const leave = () => {
    const now = typed?.trim()
    setTyped(null)
    if (now !== undefined && now !== value) onSave(now)
  }
  if (typed === null) {
    return (
      <button
        type="button"
        className={styles.cell}
        aria-label={`${label}: ${shown || empty}`}
        aria-disabled={reason ? true : undefined}
        title={reason ?? undefined}
        onClick={() => !reason && setTyped(value)}
      >
        {shown || <span className="muted">{empty}</span>}
      </button>
    )
  }
  return (
    <BareInput
      label={label}
      value={typed}
      autoFocus
      onChange={(event) => setTyped(event.target.value)}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key === 'Enter') leave()
        if (event.key === 'Escape') setTyped(null)
      }}
    />
  )
}
