/** Counts and sums below a structure, and what they lack. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { type Rollup, rollupQuery } from '../api/structure'
import { Button } from '../kit/button'
import { formatDecimal, formatMoney } from '../kit/format'
import { Panel } from '../kit/menu'
import { itemAddress } from '../records/item-address'
import styles from './structure.module.css'
import type { Shared } from './structure-bar'
import { t } from './texts'

const SHOWN = 100

export function StructureFoot({ id, context, at, lines, tree, editing, isOnce }: Shared) {
  const { incomplete, isBeginning } = editing.pending.structure
  const sums = useQuery({ ...rollupQuery(id, context), enabled: !isBeginning }).data
  const shown = isOnce ? lines.length : tree.rows.length
  if (lines.length === 0) return null
  if (isBeginning) return <footer className={styles.foot}>{t('restComes')}</footer>
  return (
    <footer className={styles.foot}>
      <span>
        {shown === lines.length
          ? t('lines', { count: lines.length })
          : t('shownOf', { shown, count: lines.length })}
      </span>
      <span>{t('depth', { count: tree.index.depth })}</span>
      {sums?.cost.map(({ currency, total }) => (
        <span key={currency}>{t('cost', { cost: formatMoney(total, currency) })}</span>
      ))}
      {sums && Number(sums.weight.total) > 0 && (
        <span>{t('mass', { mass: formatDecimal(sums.weight.total) })}</span>
      )}
      {sums && sums.leadTime.days > 0 && <span>{t('lead', { count: sums.leadTime.days })}</span>}
      {sums && sums.missing.length > 0 && <Missing sums={sums} at={at} />}
      {editing.count > 0 && <span>{t('sumsAsSaved')}</span>}
      {incomplete && <span>{t('hidden')}</span>}
    </footer>
  )
}

function Missing({ sums, at }: { sums: Rollup; at: string | undefined }) {
  const { missing } = sums
  return (
    <Panel
      label={t('missingTitle')}
      opener={
        <Button kind="quiet" icon={TriangleAlert} className={styles.missing}>
          {t('missing', { count: missing.length })}
        </Button>
      }
    >
      <ul className={styles.lacks}>
        {missing.slice(0, SHOWN).map(({ item: one, fields }) => (
          <li key={one.id}>
            <Link to={itemAddress(one, '', at)} className="mono">
              {one.itemNumber}
            </Link>
            <span className="truncate">{one.name}</span>
            <small className="muted">{fields.map((what) => t(`lacks_${what}`)).join(', ')}</small>
          </li>
        ))}
      </ul>
      {missing.length > SHOWN && (
        <p className="muted">{t('andMore', { count: missing.length - SHOWN })}</p>
      )}
    </Panel>
  )
}
