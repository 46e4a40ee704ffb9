/** Takes back that main has deleted an item, so that our side's line of it can stand. */

import { Undo2 } from 'lucide-react'
import { versionQuery } from '../api/context'
import { itemIdQuery } from '../api/items'
import { keys } from '../api/keys'
import { queryClient } from '../api/query-client'
import { restoreItem } from '../api/undo'
import { useWrite } from '../api/write'
import { Button } from '../kit/button'
import { t } from './texts'

interface BringBackProps {
  /** Of the item that main has deleted. */
  number: string
  /** Of the item that has the line. */
  parent: string
  /** The branch, which still sees both. */
  at: string
}

export function BringBack({ number, parent, at }: BringBackProps) {
  const restore = useWrite({
    send: async (_: undefined, headers) => {
      const { context } = await queryClient.fetchQuery(versionQuery(parent, at))
      const id = await queryClient.fetchQuery(itemIdQuery(number, context))
      return restoreItem(id, {}, headers)
    },
    changes: [keys.items, keys.designs, keys.changeOrders],
    done: t('broughtBack', { number }),
  })
  return (
    <Button icon={Undo2} aria-busy={restore.isPending} onClick={() => restore.mutate(undefined)}>
      {t('bringBack', { number })}
    </Button>
  )
}
