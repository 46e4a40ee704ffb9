/** What the change reaches: products before and after, where its items are used, other open changes. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Waypoints } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { type Impact, impactQuery } from '../api/changes'
import { Button } from '../kit/button'
import { formatDecimal, formatMoney } from '../kit/format'
import { LoadingRows } from '../kit/states'
import { itemAddress } from '../records/item-address'
import { orderAddress } from '../records/order-address'
import { QueryError } from '../records/query-error'
import { StateMark } from '../records/state-mark'
import { percent } from '../versions/figures'
import changeStyles from './changes.module.css'
import styles from './impact.module.css'
import { t } from './texts'
import { usedRows } from './used-rows'

const ImpactGraph = lazy(() => import('./impact-graph').then((m) => ({ default: m.ImpactGraph })))

export function ImpactView({ id }: { id: string }) {
  const answer = useQuery(impactQuery(id))
  const [isGraph, setGraph] = useState(false)
  if (answer.error) return <QueryError error={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <LoadingRows columns={4} />
  const { rollup, whereUsed, openChanges, requirements, checkedOutFiles } = answer.data
  return (
    <div className={styles.impact}>
      <section aria-label={t('products')}>
        <h2>{t('products')}</h2>
        {rollup.products.length === 0 && <p className="muted">{t('noProducts')}</p>}
        {rollup.products.map((product) => (
          <ProductRow key={product.item.id} product={product} />
        ))}
      </section>
      <section aria-label={t('usedIn')}>
        <div className={styles.usedHead}>
          <h2>{t('usedIn')}</h2>
          <Button aria-pressed={isGraph} icon={Waypoints} onClick={() => setGraph(!isGraph)}>
            {isGraph ? t('tree') : t('graph')}
          </Button>
        </div>
        {isGraph && (
          <Suspense fallback={<LoadingRows rows={4} columns={3} />}>
            <ImpactGraph used={whereUsed} />
          </Suspense>
        )}
        {whereUsed.every((one) => one.parents.length === 0) && (
          <p className="muted">{t('usedNowhere')}</p>
        )}
        {(isGraph ? [] : whereUsed)
          .filter((one) => one.parents.length > 0)
          .map((one) => (
            <UsedTree key={one.item.id} used={one} />
          ))}
      </section>
      {openChanges.length > 0 && (
        <section aria-label={t('otherChanges')}>
          <h2>{t('otherChanges')}</h2>
          {openChanges.map((other) => (
            <p key={other.id} className={styles.impactRow}>
              <Link to={orderAddress(other)} className="mono">
                {other.itemNumber}
              </Link>
              <span className="truncate">{other.name}</span>
              <StateMark state={other.state} />
              <span className="muted mono">
                {other.items.map((item) => item.itemNumber).join(', ')}
              </span>
            </p>
          ))}
        </section>
      )}
      {requirements.length > 0 && (
        <section aria-label={t('requirements')}>
          <h2>{t('requirements')}</h2>
          {requirements.map((item) => (
            <p key={item.id} className={styles.impactRow}>
              <Link to={itemAddress(item)} className="mono">
                {item.itemNumber}
              </Link>
              {item.name}
            </p>
          ))}
        </section>
      )}
      {checkedOutFiles.length > 0 && (
        <section aria-label={t('filesOut')}>
          <h2>{t('filesOut')}</h2>
          {checkedOutFiles.map((file) => (
            <p key={file.fileId} className={styles.impactRow}>
              <span className="mono">{file.itemNumber}</span> {file.fileName}
              <span className="muted">{file.checkedOutBy.name}</span>
            </p>
          ))}
        </section>
      )}
    </div>
  )
}

type Product = Impact['rollup']['products'][number]

function ProductRow({ product }: { product: Product }) {
  const { item, before, after } = product
  const money = (totals: Product['after'] | null) =>
    totals?.cost.map((one) => formatMoney(one.total, one.currency)).join(' + ') ?? ''
  const mass = (totals: Product['after'] | null) =>
    totals ? `${formatDecimal(totals.weight.total)} kg` : ''
  return (
    <div className={styles.product}>
      <span>
        <Link to={itemAddress(item)} className="mono">
          {item.itemNumber}
        </Link>{' '}
        {item.name}
      </span>
      <Pair
        name={t('cost')}
        from={money(before)}
        to={money(after)}
        more={costShare(before?.cost ?? [], after.cost)}
      />
      <Pair
        name={t('mass')}
        from={mass(before)}
        to={mass(after)}
        more={percent(before?.weight.total, after.weight.total)}
      />
      <Pair
        name={t('lead')}
        from={before ? t('days', { count: before.leadTimeDays }) : ''}
        to={t('days', { count: after.leadTimeDays })}
      />
    </div>
  )
}

/** Amounts of several currencies have no share in common, which is said in its place. */
function costShare(before: Product['after']['cost'], after: Product['after']['cost']): string {
  const currencies = new Set([...before, ...after].map(({ currency }) => currency))
  if (currencies.size > 1) return t('manyCurrencies')
  return percent(before[0]?.total, after[0]?.total)
}

interface PairProps {
  name: string
  from: string
  to: string
  more?: string
}

function Pair({ name, from, to, more }: PairProps) {
  return (
    <span className="figures">
      <small className="muted">{name}</small> {from !== to && from && <del>{from}</del>}
      {from !== to && from && ' → '}
      <span>{to}</span> {from !== to && more && <small className="muted">{more}</small>}
    </span>
  )
}

/** The way up from an affected item, indented by levels. */
function UsedTree({ used }: { used: Impact['whereUsed'][number] }) {
  return (
    <div className={styles.used}>
      <p>
        <Link to={itemAddress(used.item)} className="mono">
          {used.item.itemNumber}
        </Link>{' '}
        {used.item.name}
      </p>
      <ul>
        {usedRows(used.item.itemNumber, used.parents).map(({ parent, depth, isRepeated }) => (
          <li key={parent.relationshipId} style={{ paddingLeft: depth * 18 }}>
            <span aria-hidden>↳</span>
            <Link to={itemAddress(parent.item)} className="mono">
              {parent.item.itemNumber}
            </Link>
            <span className="truncate">{parent.item.name}</span>
            <span className="muted figures">{formatDecimal(parent.quantity)}×</span>
            {isRepeated && <small className="muted">{t('usedAbove')}</small>}
            {parent.isTopLevel && <small className={changeStyles.tag}>{t('topLevel')}</small>}
          </li>
        ))}
      </ul>
    </div>
  )
}
