/** Cost and lead time of a part: as stated, or as assumed, which they say. */

import type { BomNode, Session } from '../api/sessions'
import { EditCell } from './edit-cell'
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
  const isNumber = (text: string) => text !== '' && Number(text) >= 0
  return (
    <>
      <td title={estimate.basis || undefined}>
        <EditCell
          label={t('cost')}
          value={node.cost === null ? '' : String(node.cost)}
          empty={estimate.cost === null ? '–' : `≈ ${estimate.cost}`}
          reason={reason}
          onSave={(text) =>
            (isNumber(text) || !text) && change({ cost: text ? Number(text) : null })
          }
        />
        <small>
          {estimate.currency} {estimate.isCostAssumed && t('assumed')}
        </small>
      </td>
      <td title={estimate.basis || undefined}>
        <EditCell
          label={t('leadTime')}
          value={node.leadTimeDays === null ? '' : String(node.leadTimeDays)}
          empty={estimate.leadTimeDays === null ? '–' : `≈ ${estimate.leadTimeDays}`}
          reason={reason}
          onSave={(text) =>
            (isNumber(text) || !text) && change({ leadTimeDays: text ? Number(text) : null })
          }
        />
        <small>
          {t('days')} {estimate.isLeadTimeAssumed && t('assumed')}
        </small>
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
      <td>
        {Object.entries(bom.cost.costs).map(([currency, total]) => (
          <span key={currency}>
            {total} <small>{`${currency} ${told}`}</small>
          </span>
        ))}
      </td>
      <td>
        {bom.cost.leadTimeDays} <small>{`${t('days')} ${told}`}</small>
      </td>
    </>
  )
}
