/** Check-out and lock, the ways to other states, a change, and deletion. */

import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ArrowRight, Ellipsis, GitPullRequestArrow, Lock, LockOpen, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { mayDo, useMe } from '../api/account'
import { actOnItem, deleteItem, type ItemDeed, transitionsQuery } from '../api/item-actions'
import { keys } from '../api/keys'
import { useWrite } from '../api/write'
import { IconButton } from '../kit/button'
import { FormDialog } from '../kit/dialog'
import { Menu, MenuItem, MenuLine } from '../kit/menu'
import { toneOf } from '../records/state-tone'
import { CheckOutButton } from './check-out-button'
import { listAddress } from './list-address'
import { MoveDialog, type Transition } from './move-dialog'
import { StartChangeDialog } from './start-change-dialog'
import { t } from './texts'
import { useItemHere, useReason } from './use-item'

type Asked = { kind: 'delete' } | { kind: 'change' } | { kind: 'move'; transition: Transition }

export function ItemActions() {
  const [asked, ask] = useState<Asked | null>(null)
  const close = () => ask(null)
  return (
    <>
      <CheckOutButton />
      <MoreMenu ask={ask} />
      {asked?.kind === 'delete' && <DeleteDialog onClose={close} />}
      {asked?.kind === 'change' && <StartChangeDialog onClose={close} />}
      {asked?.kind === 'move' && <MoveDialog transition={asked.transition} onClose={close} />}
    </>
  )
}

function MoreMenu({ ask }: { ask: (asked: Asked) => void }) {
  const { item, version } = useItemHere()
  const isThen = version.kind === 'commit'
  const then = isThen ? t('readOnlyThen') : null
  const me = useMe()
  const deleteReason = useReason('delete')
  const moves = useQuery({ ...transitionsQuery(item.id, version.context), enabled: !isThen })
  const opener = <IconButton icon={Ellipsis} kind="plain" label={t('more')} />
  return (
    <Menu label={t('more')} opener={opener} align="end">
      {moves.data?.availableTransitions.map((transition) => (
        <MenuItem
          key={transition.name}
          icon={ArrowRight}
          reason={transition.allowed ? null : t('guards')}
          onSelect={() => ask({ kind: 'move', transition })}
        >
          {t('moveTo', { name: transition.name, state: transition.toState })}
        </MenuItem>
      ))}
      <MenuItem
        icon={GitPullRequestArrow}
        reason={then ?? (mayDo(me, 'change_orders.create') ? null : t('mayNotChange'))}
        note={t('startChangeNote')}
        onSelect={() => ask({ kind: 'change' })}
      >
        {t('startChange')}
      </MenuItem>
      <MenuLine />
      <LockItem />
      <MenuItem
        icon={Trash2}
        reason={toneOf(item.state) === 'begun' ? deleteReason : t('releasedOnly')}
        onSelect={() => ask({ kind: 'delete' })}
      >
        {t('delete')}
      </MenuItem>
    </Menu>
  )
}

function LockItem() {
  const { item } = useItemHere()
  const act = useWrite({
    send: (deed: ItemDeed, headers) => actOnItem(item.id, deed, undefined, headers),
    changes: [keys.item(item.id)],
  })
  const reason = useReason('lock')
  const isLocked = item.lockedBy !== null
  return (
    <MenuItem
      icon={isLocked ? LockOpen : Lock}
      reason={reason}
      onSelect={() => act.mutate(isLocked ? 'unlock' : 'lock')}
    >
      {isLocked ? t('unlock') : t('lock')}
    </MenuItem>
  )
}

function DeleteDialog({ onClose }: { onClose: () => void }) {
  const { item, version } = useItemHere()
  const navigate = useNavigate()
  const remove = useWrite({
    send: (_: undefined, headers) => deleteItem(item.id, version.context, headers),
    changes: [[...keys.items, 'list'], keys.search],
    done: t('deleted', { number: item.itemNumber }),
    onDone: () => void navigate({ to: listAddress(item.type) as '/parts', search: {} }),
  })
  return (
    <FormDialog
      title={t('deleteTitle', { number: item.itemNumber })}
      action={t('delete')}
      isBusy={remove.isPending}
      onClose={onClose}
      onSubmit={() => remove.mutate(undefined)}
    >
      <p>{t('deleteNote')}</p>
    </FormDialog>
  )
}
