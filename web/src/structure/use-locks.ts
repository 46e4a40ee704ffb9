/** Which items of a design others have locked: they keep the lines below them too. */

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useMe } from '../api/account'
import { locksQuery } from '../api/locks'
import type { Locks } from './lines'

export function useLocks(designId: string | null, isOn: boolean): Locks {
  const me = useMe()
  const answer = useQuery({ ...locksQuery(designId ?? ''), enabled: isOn && designId !== null })
  const locks = answer.data?.locks
  return useMemo(() => {
    const others = locks?.filter(({ lockedBy }) => lockedBy.id !== me?.id) ?? []
    return new Map(others.map(({ item, lockedBy }) => [item.itemNumber, lockedBy.name]))
  }, [locks, me?.id])
}
