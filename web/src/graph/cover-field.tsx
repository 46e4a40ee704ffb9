/** Finds a part that meets the requirement at the cursor. */

import type { Requirement } from '../api/graph'
import { PartField } from '../records/pickers'
import styles from './graph.module.css'
import { t } from './texts'

interface CoverFieldProps {
  requirement: Requirement
  reason: string | null
  onCover: (partId: string) => void
}

export function CoverField({ requirement, reason, onCover }: CoverFieldProps) {
  if (reason) return null
  const label = t('coverBy', { number: requirement.itemNumber })
  return (
    <span className={styles.cover}>
      <PartField
        key={`${requirement.id} ${requirement.metBy.size}`}
        label={label}
        isBare
        className={styles.input}
        placeholder={label}
        without={[...requirement.metBy.keys()]}
        onChoose={(part) => part && onCover(part.value)}
      />
    </span>
  )
}
