/** Conflicts of a change for those who only count them: the first differences come before them. */

import { useQuery } from '@tanstack/react-query'
import { type Conflict, conflictsQuery, differencesQuery, FIRST_DIFFERENCES } from '../api/changes'

export function useConflicts(id: string): readonly Conflict[] | undefined {
  const isWaiting = useQuery(differencesQuery(id, FIRST_DIFFERENCES)).isPending
  return useQuery({ ...conflictsQuery(id), enabled: !isWaiting }).data?.conflicts
}
