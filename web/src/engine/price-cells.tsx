/** Cost and lead time of a part: as stated, or as assumed, which they say. */

import type { BomNode, Session } from '../api/sessions'
import { formatMoney } from '../kit/format'
import { sentenceOf } from '../kit/i18n'
import styles from './engine.module.css'
import { FigureCell } from './figure-cell'
import { readCost, readDays } from './figures'
import { t } from './texts'

interface PriceCellsProps {
  node: BomNode
  session: Session
  reason: string | null
  change: (changed: Partial<BomNode>) => void
}

export function PriceCells({ node, session, reason, change }: PriceCellsProps) {
  const bom = session.artifacts.bom
  const estimate = bom?.estimates[node.tempId]
  if (!estimate) return <Sum {...{ node, bom }} />
  const { cost, currency, leadTimeDays } = estimate
  const basis = estimate.basis ? sentenceOf(estimate.basis) : undefined
  return (
    <>
      <td title={basis} className={styles.figure}>
        <FigureCell
          label={t('cost')}
          value={node.cost}
          shown={node.cost === null ? '' : formatMoney(node.cost, currency)}
          empty={cost === null ? '–' : `≈ ${formatMoney(cost, currency)}`}
          reason={reason}
          read={readCost}
          onSave={(value) => change({ cost: value })}
        />
        {estimate.isCostAssumed && <small>{t('assumed')}</small>}
      </td>
      <td title={basis} className={styles.figure}>
        <FigureCell
          label={t('leadTime')}
          value={node.leadTimeDays}
          shown={node.leadTimeDays === null ? '' : t('days', { count: node.leadTimeDays })}
          empty={leadTimeDays === null ? '–' : `≈ ${t('days', { count: leadTimeDays })}`}
          reason={reason}
          read={readDays}
          onSave={(value) => change({ leadTimeDays: value })}
        />
        {estimate.isLeadTimeAssumed && <small>{t('assumed')}</small>}
      </td>
    </>
  )
}

/** The whole's, in the row of the root. */
function Sum({ node, bom }: { node: BomNode; bom: Session['artifacts']['bom'] }) {
  if (!bom || node.tempId !== bom.rootAssembly.tempId) return <td colSpan={2} />
  const told = bom.cost.assumed > 0 ? t('assumed') : ''
  return (
    <>
      <td className={styles.figure}>
        {Object.entries(bom.cost.costs).map(([currency, total]) => (
          <span key={currency}>
            {formatMoney(total, currency)} <small>{told}</small>
          </span>
        ))}
      </td>
      <td className={styles.figure}>
        {t('days', { count: bom.cost.leadTimeDays })} <small>{told}</small>
      </td>
    </>
  )
}
