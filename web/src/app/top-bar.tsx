/** The bar at the top: search, create, and who is signed on. */

import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { CircleHelp, LogOut, Moon, Search, Sun, UserRound } from 'lucide-react'
import { signOut, useMe } from '../api/account'
import { useWrite } from '../api/write'
import { IconButton } from '../kit/button'
import { initials } from '../kit/initials'
import { Menu, MenuItem, MenuLabel } from '../kit/menu'
import { theme } from '../kit/settings'
import { caps } from '../kit/shortcuts'
import { useStore } from '../kit/store'
import { recents } from '../records/recents'
import styles from './shell.module.css'
import { t } from './texts'

interface TopBarProps {
  onSearch: () => void
  onShortcuts: () => void
}

export function TopBar({ onSearch, onShortcuts }: TopBarProps) {
  return (
    <header className={styles.top}>
      <Link to="/" className={styles.brand} aria-label="Partwright">
        <img src="/favicon.svg" alt="" width="20" height="20" />
        <span>Partwright</span>
      </Link>
      <button type="button" className={styles.search} onClick={onSearch}>
        <Search size={15} />
        <span className="truncate">{t('search')}</span>
        {caps('mod+k').map((cap) => (
          <kbd key={cap} aria-hidden>
            {cap}
          </kbd>
        ))}
      </button>
      <span className="grow" />
      <HelpButton />
      <ThemeButton />
      <AccountMenu onShortcuts={onShortcuts} />
    </header>
  )
}

/** The help page knows which guide tells of the page that one is on. */
function HelpButton() {
  const go = useNavigate()
  const open = () => void go({ to: '/help', search: { from: location.pathname } })
  return <IconButton icon={CircleHelp} label={t('help')} onClick={open} />
}

function isDarkNow(chosen: string): boolean {
  if (chosen !== 'system') return chosen === 'dark'
  return matchMedia('(prefers-color-scheme: dark)').matches
}

function ThemeButton() {
  const isDark = isDarkNow(useStore(theme))
  return (
    <IconButton
      icon={isDark ? Sun : Moon}
      label={t(isDark ? 'toLight' : 'toDark')}
      onClick={() => theme.set(isDark ? 'light' : 'dark')}
    />
  )
}

function AccountMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const me = useMe()
  const go = useNavigate()
  const client = useQueryClient()
  const leave = useWrite({
    send: signOut,
    onDone: () => {
      recents.set([])
      client.clear()
      void go({ to: '/login', search: {} })
    },
  })
  const opener = (
    <button
      type="button"
      className={styles.avatar}
      aria-label={t('account', { name: me?.name ?? '' })}
      data-initials={initials(me?.name ?? '')}
    />
  )
  return (
    <Menu opener={opener} label={t('accountMenu')} align="end">
      <MenuLabel>{me?.email}</MenuLabel>
      <MenuItem icon={UserRound} onSelect={() => void go({ to: '/me', search: {} })}>
        {t('profile')}
      </MenuItem>
      <MenuItem icon={CircleHelp} onSelect={onShortcuts}>
        {t('shortcuts')}
      </MenuItem>
      <MenuItem icon={LogOut} onSelect={() => leave.mutate()}>
        {t('signOut')}
      </MenuItem>
    </Menu>
  )
}
