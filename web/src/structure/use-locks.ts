/** Which items others have locked, whatever design they are of: they keep the lines below them too. */

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useMe } from '../api/account'
import { allLocksQuery } from '../api/locks'
import type { Locks } from './lines'

export function useLocks(isOn: boolean): Locks {
  const me = useMe()
  const locks = useQuery({ ...allLocksQuery, enabled: isOn }).data
  return useMemo(() => {
    const others = locks?.filter(({ lockedBy }) => lockedBy.id !== me?.id) ?? []
    return new Map(others.map(({ item, lockedBy }) => [item.itemNumber, lockedBy.name]))
  }, [locks, me?.id])
}
