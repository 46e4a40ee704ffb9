/** Which items others hold, whatever design they are of: they keep the lines below them too. */

import { useQuery } from '@tanstack/react-query'
import { useMe } from '../api/account'
import { heldQuery } from '../api/locks'
import type { Locks } from './lines'

export function useLocks(isOn: boolean, branchId: string | undefined): Locks | undefined {
  return useQuery({ ...heldQuery(useMe()?.id, branchId), enabled: isOn }).data
}
