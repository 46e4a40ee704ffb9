/** Who saved something last that has no history of its own. */

import { useQuery } from '@tanstack/react-query'
import { mayDo, useMe } from '../api/account'
import { lastActQuery } from '../api/registers'
import { SavedBy } from './last-change'

/** Told to those who may read the audit trail. */
export function LastAct({ id }: { id: string }) {
  const enabled = mayDo(useMe(), 'system.manage')
  const { data: last, isFetching } = useQuery({ ...lastActQuery(id), enabled })
  return isFetching ? null : <SavedBy name={last?.actorName} at={last?.happenedAt} />
}
