/** What stands at the top of a design's structures; the structure itself, where that is one item. */

import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { Network } from 'lucide-react'
import { designByCodeQuery } from '../api/designs'
import { topsQuery } from '../api/designs-tops'
import { PageColumn, Section } from '../kit/page'
import { EmptyState, LoadingRows } from '../kit/states'
import { itemAddress } from '../records/item-address'
import { QueryError } from '../records/query-error'
import { RecordRow, RecordRows } from '../records/record-row'
import { StateMark } from '../records/state-mark'
import { t } from './texts'

export function DesignStructure() {
  const { code = '' } = useParams({ strict: false })
  const id = useQuery(designByCodeQuery(code)).data?.record.id
  const found = useQuery({ ...topsQuery(id ?? ''), enabled: id !== undefined })
  if (found.error) return <QueryError error={found.error} onRetry={() => void found.refetch()} />
  if (found.data === undefined) return <LoadingRows columns={3} rows={4} />
  const { tops, count } = found.data ?? { tops: [], count: 0 }
  const [only] = tops
  if (only && count === 1) return <Navigate to={itemAddress(only, 'structure')} replace />
  const items = (
    <Link to="/parts" search={{ design: code }} className="link">
      {t('allParts')}
    </Link>
  )
  if (found.data === null) {
    return (
      <EmptyState icon={Network} title={t('manyLines')} actions={items}>
        {t('manyLinesNote')}
      </EmptyState>
    )
  }
  if (count === 0) {
    return (
      <EmptyState icon={Network} title={t('noStructure')} actions={items}>
        {t('noStructureNote')}
      </EmptyState>
    )
  }
  return (
    <PageColumn>
      <Section title={t('tops')} actions={items}>
        <RecordRows>
          {tops.map((item) => (
            <RecordRow
              key={item.id}
              address={itemAddress(item, 'structure')}
              number={item.itemNumber}
              name={item.name}
              aside={<StateMark state={item.state} />}
            />
          ))}
        </RecordRows>
        {count > tops.length && (
          <p className="muted">{t('topsPart', { shown: tops.length, count })}</p>
        )}
      </Section>
    </PageColumn>
  )
}
