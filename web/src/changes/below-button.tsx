/** Puts what is unreleased below the items of a change on its list, so that it is released with them. */

import { ListPlus } from 'lucide-react'
import { addUnreleasedBelow } from '../api/changes'
import { keys } from '../api/keys'
import type { ChangeOrder } from '../api/types'
import { useWrite } from '../api/write'
import { Button } from '../kit/button'
import { passFocus } from '../kit/pass-focus'
import { t } from './texts'
import { useListReason } from './use-list-reason'

/** With the check that it makes pass, it goes away. */
const toCheck = passFocus()

export function BelowButton({ order }: { order: Pick<ChangeOrder, 'id' | 'closedAt'> }) {
  const add = useWrite({
    send: (_: undefined, headers) => addUnreleasedBelow(order.id, headers),
    changes: [keys.changeOrders],
    done: (added) => (added > 0 ? t('addedBelow', { count: added }) : t('nothingBelow')),
  })
  return (
    <Button
      ref={toCheck}
      icon={ListPlus}
      reason={useListReason(order)}
      aria-busy={add.isPending}
      onClick={() => add.mutate(undefined)}
    >
      {t('addBelow')}
    </Button>
  )
}
