/** The change orders that have work in a design, the newest first. */

import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { GitPullRequestArrow } from 'lucide-react'
import { ordersQuery } from '../api/changes'
import { branchesQuery, designByCodeQuery } from '../api/designs'
import { PageColumn, Section } from '../kit/page'
import { EmptyState, LoadingRows } from '../kit/states'
import { QueryError } from '../records/query-error'
import { OrderRow, RecordRows } from '../records/record-row'
import { t } from './texts'

const MOST = 100

export function DesignChanges() {
  const { code = '' } = useParams({ strict: false })
  const id = useQuery(designByCodeQuery(code)).data?.record.id
  const branches = useQuery({ ...branchesQuery(id ?? ''), enabled: id !== undefined })
  const found = branches.data?.branches.flatMap(({ changeOrderId }) => changeOrderId ?? []) ?? []
  const ids = [...new Set(found)]
  // Branches come with the newest first.
  const asked = { id: ids.slice(0, MOST).join(','), sort: 'modifiedAt:desc', limit: MOST }
  const orders = useQuery({ ...ordersQuery(asked), enabled: ids.length > 0 })
  const failed = branches.error ? branches : orders
  if (failed.error) return <QueryError error={failed.error} onRetry={() => void failed.refetch()} />
  if (branches.data && ids.length === 0)
    return (
      <EmptyState icon={GitPullRequestArrow} title={t('noChanges')}>
        {t('noChangesNote')}
      </EmptyState>
    )
  if (!orders.data) return <LoadingRows columns={3} />
  return (
    <PageColumn>
      <Section title={t('changes')}>
        <RecordRows>
          {orders.data.changeOrders.map((order) => (
            <OrderRow key={order.id} order={order} when={order.modifiedAt} />
          ))}
        </RecordRows>
        {ids.length > MOST && (
          <p className="muted">{t('newestOf', { shown: MOST, count: ids.length })}</p>
        )}
      </Section>
    </PageColumn>
  )
}
