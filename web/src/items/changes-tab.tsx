/** The change orders that affect the page's item, the open ones first; of a problem, those begun from it. */

import { useQuery } from '@tanstack/react-query'
import { GitPullRequestArrow } from 'lucide-react'
import { changesOfProblem, itemChangesQuery } from '../api/item-changes'
import { PageColumn } from '../kit/page'
import { EmptyState, LoadingRows } from '../kit/states'
import { QueryError } from '../records/query-error'
import { OrderRow, RecordRows } from '../records/record-row'
import { t } from './texts'
import { useItemHere } from './use-item'

export function ChangesTab() {
  const { item } = useItemHere()
  const isProblem = item.type === 'Issue'
  const listing = useQuery({ ...itemChangesQuery(item.id), enabled: !isProblem })
  const begun = useQuery({ ...changesOfProblem(item.id), enabled: isProblem })
  const found = isProblem ? begun : listing
  if (found.error) return <QueryError error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <LoadingRows columns={3} rows={4} />
  if (found.data.length === 0) {
    return <EmptyState icon={GitPullRequestArrow} title={t('noItemChanges')} />
  }
  return (
    <PageColumn>
      <RecordRows>
        {found.data.map((change) => (
          <OrderRow
            key={change.id}
            order={change}
            when={'createdAt' in change ? (change.closedAt ?? change.createdAt) : undefined}
          />
        ))}
      </RecordRows>
    </PageColumn>
  )
}
