/** The ways to everywhere: the rail at the left, the bar at the bottom of a phone. */

import { Link } from '@tanstack/react-router'
import {
  House,
  type LucideIcon,
  PanelLeftClose,
  PanelLeftOpen,
  Search,
  UserRound,
} from 'lucide-react'
import { IconButton } from '../kit/button'
import { railFolded } from '../kit/settings'
import { useStore } from '../kit/store'
import styles from './shell.module.css'
import { t } from './texts'

type Place = '/' | '/me'

function RailLink({ to, icon: Icon, label }: { to: Place; icon: LucideIcon; label: string }) {
  const isFolded = useStore(railFolded)
  return (
    <Link
      to={to}
      search={{}}
      activeOptions={{ exact: to === '/', includeSearch: false }}
      title={isFolded ? label : undefined}
    >
      <Icon size={15} aria-hidden />
      <span>{label}</span>
    </Link>
  )
}

export function Rail() {
  const isFolded = useStore(railFolded)
  return (
    <nav className={styles.rail} aria-label={t('mainMenu')}>
      <RailLink to="/" icon={House} label={t('home')} />
      <IconButton
        icon={isFolded ? PanelLeftOpen : PanelLeftClose}
        label={isFolded ? t('unfoldRail') : t('foldRail')}
        onClick={() => railFolded.set(!isFolded)}
      />
    </nav>
  )
}

export function TabBar({ onSearch }: { onSearch: () => void }) {
  return (
    <nav className={styles.tabbar} aria-label={t('mainMenu')}>
      <RailLink to="/" icon={House} label={t('home')} />
      <button type="button" onClick={onSearch}>
        <Search size={17} aria-hidden />
        {t('searchShort')}
      </button>
      <RailLink to="/me" icon={UserRound} label={t('profile')} />
    </nav>
  )
}
