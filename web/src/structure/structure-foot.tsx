/** Counts and sums below a structure. */

import { useQuery } from '@tanstack/react-query'
import { rollupQuery } from '../api/structure'
import { formatDecimal, formatMoney } from '../kit/format'
import styles from './structure.module.css'
import type { StructureProps } from './structure-view'
import { t } from './texts'
import type { LineTree } from './use-tree'

interface FootProps extends StructureProps {
  lines: number
  tree: LineTree
  isPartial: boolean | undefined
}

export function StructureFoot({ id, context, lines, tree, isPartial }: FootProps) {
  const sums = useQuery(rollupQuery(id, context)).data
  const shown = tree.rows.length
  return (
    <footer className={styles.foot}>
      <span>
        {shown === lines ? t('lines', { count: lines }) : t('shownOf', { shown, count: lines })}
      </span>
      <span>{t('depth', { count: tree.index.depth })}</span>
      {sums?.cost.map(({ currency, total }) => (
        <span key={currency}>{t('cost', { cost: formatMoney(total, currency) })}</span>
      ))}
      {sums && <span>{t('mass', { mass: formatDecimal(sums.weight.total) })}</span>}
      {sums && sums.leadTime.days > 0 && <span>{t('lead', { count: sums.leadTime.days })}</span>}
      {sums && sums.missing.length > 0 && (
        <span className="muted">{t('missing', { count: sums.missing.length })}</span>
      )}
      {isPartial && <span>{t('hidden')}</span>}
    </footer>
  )
}
