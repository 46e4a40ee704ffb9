/** The start: what one worked on, what changed, which changes are open. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy } from 'react'
import { useMe } from '../api/account'
import { listOrders } from '../api/changes'
import { listItems } from '../api/items'
import { keys } from '../api/keys'
import { InboxSection } from '../inbox/inbox-section'
import { formatWhen } from '../kit/format'
import { PageBody, PageHead, Section } from '../kit/page'
import { EmptyState, LoadingRows } from '../kit/states'
import { useStore } from '../kit/store'
import { itemAddress } from '../records/item-address'
import { QueryError } from '../records/query-error'
import { recents } from '../records/recents'
import { OrderRow, RecordRow, RecordRows } from '../records/record-row'
import { StateMark } from '../records/state-mark'
import { Begin } from './begin'
import styles from './home.module.css'
import { t } from './texts'

const InboxVote = lazy(() =>
  import('../changes/inbox-vote').then((m) => ({ default: m.InboxVote })),
)

const ROWS = 8

export function HomePage() {
  const changed = useQuery({
    queryKey: [...keys.items, 'list', 'home'],
    queryFn: () => listItems({ limit: ROWS, sort: 'modifiedAt:desc' }),
  })
  const maySee = useMe()?.permissions.some((one) => /\.(read|manage)$/.test(one)) ?? true
  if (changed.error) {
    return <QueryError isPage error={changed.error} onRetry={() => void changed.refetch()} />
  }
  const items = changed.data?.items.filter((item) => item.type !== 'ChangeOrder') ?? []
  const isEmpty = changed.data?.total === 0
  const inbox = (
    <InboxSection
      isQuiet={isEmpty}
      voteOn={({ id, number, name }, onClose) => (
        <InboxVote order={{ id, itemNumber: number ?? '', name }} onClose={onClose} />
      )}
    />
  )
  return (
    <>
      <PageHead title={t('title')} />
      <PageBody>
        {changed.isLoading && <LoadingRows columns={3} rows={6} />}
        {isEmpty && !maySee && <EmptyState title={t('noRole')}>{t('noRoleNote')}</EmptyState>}
        {isEmpty && maySee && (
          <div className={styles.begin}>
            {inbox}
            <h2>{t('howToBegin')}</h2>
            <p>{t('howToBeginNote')}</p>
            <Begin />
          </div>
        )}
        {changed.data && !isEmpty && (
          <div className={styles.columns}>
            {inbox}
            <RecentSection />
            <OrdersSection />
            <Section title={t('changed')} actions={<SeeAll to="/items" />}>
              <RecordRows>
                {items.map((item) => (
                  <RecordRow
                    key={item.id}
                    address={itemAddress(item)}
                    number={item.itemNumber}
                    name={item.name}
                    aside={
                      <>
                        <StateMark state={item.state} />
                        {formatWhen(item.modifiedAt)}
                      </>
                    }
                  />
                ))}
              </RecordRows>
            </Section>
          </div>
        )}
      </PageBody>
    </>
  )
}

function SeeAll({ to }: { to: '/items' | '/changes' }) {
  return (
    <Link to={to} search={{}} className="link">
      {t('seeAll')}
    </Link>
  )
}

function RecentSection() {
  const opened = useStore(recents)
  return (
    <Section title={t('recent')}>
      {opened.length === 0 && <p className="muted">{t('noRecent')}</p>}
      {opened.length > 0 && (
        <RecordRows>
          {opened.slice(0, ROWS).map((one) => (
            <RecordRow key={one.address} {...one} />
          ))}
        </RecordRows>
      )}
    </Section>
  )
}

function OrdersSection() {
  const orders = useQuery({
    queryKey: [...keys.changeOrders, 'home'],
    queryFn: () => listOrders({ limit: 50, sort: 'modifiedAt:desc' }),
  })
  const open = orders.data?.changeOrders.filter((order) => order.closedAt === null) ?? []
  return (
    <Section title={t('changes')} actions={<SeeAll to="/changes" />}>
      {orders.data && open.length === 0 && <p className="muted">{t('noChanges')}</p>}
      {open.length > 0 && (
        <RecordRows>
          {open.slice(0, ROWS).map((order) => (
            <OrderRow key={order.id} order={order} />
          ))}
        </RecordRows>
      )}
    </Section>
  )
}
