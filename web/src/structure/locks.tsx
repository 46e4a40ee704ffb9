/** Which items of a structure others have locked: shown in their lines, whose children they keep too. */

import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useMemo } from 'react'
import { useMe } from '../api/account'
import { locksQuery } from '../api/versions'
import styles from './structure.module.css'
import { t } from './texts'

/** Who holds what, by numbers: a lock holds its item on every branch. */
export type Locks = ReadonlyMap<string, string>

export const NO_LOCKS: Locks = new Map()

export function useLocks(designId: string | null, isOn: boolean): Locks {
  const me = useMe()
  const answer = useQuery({ ...locksQuery(designId ?? ''), enabled: isOn && designId !== null })
  const locks = answer.data?.locks
  return useMemo(() => {
    const others = locks?.filter(({ lockedBy }) => lockedBy.id !== me?.id) ?? []
    if (others.length === 0) return NO_LOCKS
    return new Map(others.map(({ item, lockedBy }) => [item.itemNumber, lockedBy.name]))
  }, [locks, me?.id])
}

export function LockMark({ name }: { name: string | undefined }) {
  if (!name) return null
  const label = t('lockedBy', { name })
  return (
    <span role="img" className={styles.lock} aria-label={label} title={label}>
      <Lock size={12} aria-hidden />
    </span>
  )
}
