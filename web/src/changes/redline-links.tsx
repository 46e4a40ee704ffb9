/** From the redline of an item to both of its sides whole: structures beside, models over each other. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { changeBranchQuery, type Difference } from '../api/changes'
import type { ChangeOrder } from '../api/types'
import { sidesAddress } from '../records/item-address'
import { t } from './texts'

interface RedlineLinksProps {
  order: ChangeOrder
  item: Difference
  /** Null while it is read, and where the change has none. */
  branchId: string | null
}

export function RedlineLinks({ order, item, branchId }: RedlineLinksProps) {
  // Main goes on after the end, so the change is shown from where it saw main.
  const isClosed = order.closedAt !== null
  const seen = useQuery({
    ...changeBranchQuery(branchId ?? ''),
    enabled: isClosed && branchId !== null,
  })
  const before = isClosed ? seen.data?.baseCommitId : 'main'
  if (!branchId || !before) return null
  const sides = [item.itemNumber, before, `eco/${order.itemNumber}`] as const
  return (
    <>
      {hasLines(item) && (
        <Link to={sidesAddress('compare', ...sides)} className="link">
          {t('sideBySide')}
        </Link>
      )}
      {hasShape(item) && (
        <Link to={sidesAddress('3d', ...sides)} className="link">
          {t('overlaid')}
        </Link>
      )}
    </>
  )
}

export const hasLines = ({ bom }: Difference) =>
  bom.added.length + bom.removed.length + bom.changed.length > 0

/** Whether there may be a model of it that looks different now. */
function hasShape(item: Difference): boolean {
  const { added, removed, versioned } = item.files
  const isModel = (file: { originalFileName: string }) =>
    /\.(stp|step|p21)$/i.test(file.originalFileName)
  return hasLines(item) || [...added, ...removed, ...versioned].some(isModel)
}
