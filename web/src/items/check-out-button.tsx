/** Says who has the item checked out, and checks it out or in. */

import { useQuery } from '@tanstack/react-query'
import { Lock, LogIn, PencilLine, Undo2 } from 'lucide-react'
import { useMe } from '../api/account'
import { designQuery } from '../api/designs'
import { actOnItem, checkoutQuery, type ItemDeed } from '../api/item-actions'
import { keys } from '../api/keys'
import { useWrite } from '../api/write'
import { Button, IconButton } from '../kit/button'
import { formatWhen } from '../kit/format'
import styles from './items.module.css'
import { t } from './texts'
import { useItemHere, useReason } from './use-item'

/** The branch that a check-out is for: the one looked at, or the design's own. */
function useBranchId(): string | undefined {
  const { item, version } = useItemHere()
  const design = useQuery(designQuery(item.designId))
  if (version.kind === 'commit') return undefined
  return version.context.branchId ?? design.data?.record.mainBranchId
}

export function CheckOutButton() {
  const { item, isGone } = useItemHere()
  const gone = isGone ? t('gone') : null
  const reason = useReason('checkOut')
  const me = useMe()
  const branchId = useBranchId()
  const held = useQuery({ ...checkoutQuery(item.id, branchId ?? ''), enabled: Boolean(branchId) })
  const act = useWrite({
    send: (deed: ItemDeed, headers) => actOnItem(item.id, deed, branchId, headers),
    changes: [keys.item(item.id)],
  })
  if (item.lockedBy && item.lockedBy.id !== me?.id) {
    return (
      <span className={styles.holder}>
        <Lock size={14} />
        {t('lockReason', { name: item.lockedBy.name })}
      </span>
    )
  }
  if (!branchId || !held.data) return null
  const { checkout } = held.data
  if (!checkout) {
    return (
      <Button
        icon={PencilLine}
        reason={reason}
        title={t('checkoutNote')}
        onClick={() => act.mutate('checkout')}
      >
        {t('checkOut')}
      </Button>
    )
  }
  const when = formatWhen(checkout.checkedOutAt)
  const { id, name } = checkout.checkedOutBy
  if (id !== me?.id) {
    return <span className={styles.holder}>{t('checkedOutBy', { name, when })}</span>
  }
  return (
    <>
      <span className={styles.holder}>{t('checkedOutByYou', { when })}</span>
      <IconButton
        icon={Undo2}
        label={t('cancelCheckOut')}
        reason={gone}
        onClick={() => act.mutate('cancel-checkout')}
      />
      <Button kind="primary" icon={LogIn} reason={gone} onClick={() => act.mutate('checkin')}>
        {t('checkIn')}
      </Button>
    </>
  )
}
