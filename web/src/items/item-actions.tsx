/** Check-out and lock, the ways to other states, a change, and deletion. */

import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  ArrowRight,
  Ellipsis,
  Eye,
  EyeOff,
  FileDown,
  GitPullRequestArrow,
  Lock,
  LockOpen,
  Package,
  Share2,
  Trash2,
} from 'lucide-react'
import { useState } from 'react'
import { mayDo, useMe } from '../api/account'
import { setWatch, watchQuery } from '../api/inbox'
import { actOnItem, deleteItem, type ItemDeed, transitionsQuery } from '../api/item-actions'
import { keys } from '../api/keys'
import { restoreItem } from '../api/undo'
import { useWrite } from '../api/write'
import { late } from '../forms/late'
import { Button, IconButton } from '../kit/button'
import { FormDialog } from '../kit/dialog'
import { wordOf } from '../kit/i18n'
import { Menu, MenuItem, MenuLine } from '../kit/menu'
import { notify } from '../kit/toast'
import { itemAddress } from '../records/item-address'
import { toneOf } from '../records/state-tone'
import { CheckOutButton } from './check-out-button'
import { listAddress } from './list-address'
import { MoveDialog, type Transition } from './move-dialog'
import { t } from './texts'
import { lockReason, useItemHere, useReason } from './use-item'

const OUT = {
  export: late(async () => (await import('../exports/export-dialog')).ExportDialog),
  package: late(async () => (await import('../exports/package-dialog')).PackageDialog),
  share: late(async () => (await import('../exports/share-dialog')).ShareDialog),
}

const StartChangeDialog = late(
  async () => (await import('./start-change-dialog')).StartChangeDialog,
)

type Asked =
  | { kind: 'delete' | 'change' | keyof typeof OUT }
  | { kind: 'move'; transition: Transition }

/** What goes through change orders. */
export const CHANGED: readonly string[] = ['Part', 'Document', 'Requirement']

export function ItemActions() {
  const { item, version } = useItemHere()
  const [asked, ask] = useState<Asked | null>(null)
  const close = () => ask(null)
  const navigate = useNavigate()
  const search = { new: `${item.itemNumber} ${item.name}`, about: item.id }
  return (
    <>
      <CheckOutButton />
      {item.type === 'Issue' && (
        <StartChange onClick={() => void navigate({ to: '/changes', search })} />
      )}
      {CHANGED.includes(item.type) && !version.at?.startsWith('eco/') && (
        <StartChange onClick={() => ask({ kind: 'change' })} />
      )}
      <MoreMenu ask={ask} />
      {asked && asked.kind in OUT && (
        <OutDialog kind={asked.kind as keyof typeof OUT} onClose={close} />
      )}
      {asked?.kind === 'delete' && <DeleteDialog onClose={close} />}
      {asked?.kind === 'change' && <StartChangeDialog onClose={close} />}
      {asked?.kind === 'move' && <MoveDialog transition={asked.transition} onClose={close} />}
    </>
  )
}

function OutDialog({ kind, onClose }: { kind: keyof typeof OUT; onClose: () => void }) {
  const { item, version } = useItemHere()
  const Chosen = OUT[kind]
  return <Chosen item={item} context={version.context} onClose={onClose} />
}

function MoreMenu({ ask }: { ask: (asked: Asked) => void }) {
  const { item, version, isGone } = useItemHere()
  const isThen = version.kind === 'commit'
  const gone = isGone ? t('gone') : null
  const locked = lockReason(item, useMe()?.id)
  const deleteReason = useReason('delete')
  const moves = useQuery({ ...transitionsQuery(item.id, version.context), enabled: !isThen })
  const opener = <IconButton icon={Ellipsis} kind="plain" label={t('more')} />
  return (
    <Menu label={t('more')} opener={opener} align="end">
      {moves.data?.availableTransitions.map((transition) => (
        <MenuItem
          key={transition.name}
          icon={ArrowRight}
          reason={gone ?? (transition.allowed ? null : (locked ?? t('guards')))}
          onSelect={() => ask({ kind: 'move', transition })}
        >
          {t('moveTo', { name: wordOf(transition.name), state: wordOf(transition.toState) })}
        </MenuItem>
      ))}
      <WatchItem />
      <MenuLine />
      {item.type === 'Part' && <OutItems ask={ask} gone={gone} />}
      <LockItem />
      <MenuItem
        icon={Trash2}
        reason={gone ?? (toneOf(item.state) === 'begun' ? deleteReason : t('releasedOnly'))}
        onSelect={() => ask({ kind: 'delete' })}
      >
        {t('delete')}
      </MenuItem>
    </Menu>
  )
}

function StartChange({ onClick }: { onClick: () => void }) {
  const { item, version, isGone } = useItemHere()
  const me = useMe()
  const may = mayDo(me, 'change_orders.create') ? lockReason(item, me?.id) : t('mayNotChange')
  const then = version.kind === 'commit' ? t('readOnlyThen') : null
  return (
    <Button
      icon={GitPullRequestArrow}
      reason={(isGone ? t('gone') : null) ?? then ?? may}
      title={CHANGED.includes(item.type) ? t('startChangeNote') : undefined}
      onClick={onClick}
    >
      {t('startChange')}
    </Button>
  )
}

function OutItems({ ask, gone }: { ask: (asked: Asked) => void; gone: string | null }) {
  const mayShare = mayDo(useMe(), 'documents.update')
  return (
    <>
      <MenuItem icon={FileDown} reason={gone} onSelect={() => ask({ kind: 'export' })}>
        {t('exportBom')}
      </MenuItem>
      <MenuItem icon={Package} reason={gone} onSelect={() => ask({ kind: 'package' })}>
        {t('package')}
      </MenuItem>
      <MenuItem
        icon={Share2}
        reason={gone ?? (mayShare ? null : t('mayNotShare'))}
        onSelect={() => ask({ kind: 'share' })}
      >
        {t('share')}
      </MenuItem>
      <MenuLine />
    </>
  )
}

/** Changes of a watched item come to the inbox. */
function WatchItem() {
  const { item } = useItemHere()
  const isWatched = useQuery(watchQuery(item.id)).data?.isWatched ?? false
  const set = useWrite({
    send: (next: boolean, headers) => setWatch(item.id, next, headers),
    changes: [keys.item(item.id), keys.inbox],
    done: (_, next) => t(next ? 'watched' : 'unwatched', { number: item.itemNumber }),
  })
  return (
    <MenuItem
      icon={isWatched ? EyeOff : Eye}
      note={isWatched ? undefined : t('watchNote')}
      onSelect={() => set.mutate(!isWatched)}
    >
      {isWatched ? t('unwatch') : t('watch')}
    </MenuItem>
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

/** Takes back that the item of the page was deleted. */
export function useRestore(onDone?: () => void) {
  const { item, version } = useItemHere()
  const restore = useWrite({
    send: (_: undefined, headers) => restoreItem(item.id, version.context, headers),
    changes: [keys.items, keys.search],
    done: t('restored', { number: item.itemNumber }),
    onDone,
  })
  return restore
}

function DeleteDialog({ onClose }: { onClose: () => void }) {
  const { item, version } = useItemHere()
  const navigate = useNavigate()
  const restore = useRestore(() => void navigate({ to: itemAddress(item, '', version.at) }))
  const remove = useWrite({
    send: (_: undefined, headers) => deleteItem(item.id, version.context, headers),
    changes: [[...keys.items, 'list'], keys.search],
    onDone: () => {
      notify({
        kind: 'good',
        text: t('deleted', { number: item.itemNumber }),
        action: { label: t('restore'), run: () => restore.mutate(undefined) },
      })
      void navigate({ to: listAddress(item.type) as '/parts', search: {} })
    },
  })
  return (
    <FormDialog
      title={t('deleteTitle', { number: item.itemNumber })}
      action={t('delete')}
      isDanger
      isBusy={remove.isPending}
      onClose={onClose}
      onSubmit={() => remove.mutate(undefined)}
    >
      <p>{t('deleteNote')}</p>
    </FormDialog>
  )
}
