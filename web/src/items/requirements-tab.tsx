/** The requirements that the page's item meets. */

import { useQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { metRequirementsQuery } from '../api/item-changes'
import { PageColumn } from '../kit/page'
import { EmptyState, LoadingRows } from '../kit/states'
import { itemAddress } from '../records/item-address'
import { QueryError } from '../records/query-error'
import { RecordRow, RecordRows } from '../records/record-row'
import { StateMark } from '../records/state-mark'
import { t } from './texts'
import { useItemHere } from './use-item'

export function RequirementsTab() {
  const { item, version } = useItemHere()
  const found = useQuery(metRequirementsQuery(item.id, version.context))
  if (found.error) return <QueryError error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <LoadingRows columns={3} rows={4} />
  if (found.data.length === 0) {
    return <EmptyState icon={ListChecks} title={t('noItemRequirements')} />
  }
  return (
    <PageColumn>
      <RecordRows>
        {found.data.map((one) => (
          <RecordRow
            key={one.id}
            address={itemAddress(one, '', version.at)}
            number={one.itemNumber}
            name={one.name}
            aside={<StateMark state={one.state} />}
          />
        ))}
      </RecordRows>
    </PageColumn>
  )
}
