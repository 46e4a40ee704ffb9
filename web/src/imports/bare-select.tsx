/** A choice that stands in a table, named for screen readers only. */

import { useId } from 'react'
import type { Choice } from '../kit/field'
import styles from './imports.module.css'

interface BareSelectProps {
  label: string
  value: string
  choices: readonly Choice[]
  onChoose: (value: string) => void
}

export function BareSelect({ label, value, choices, onChoose }: BareSelectProps) {
  const id = useId()
  return (
    <select
      id={id}
      aria-label={label}
      className={styles.select}
      value={value}
      onChange={(event) => onChoose(event.target.value)}
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  )
}
