/** The ways to everywhere: the rail at the left, the bar at the bottom of a phone. */

import { Link, useNavigate } from '@tanstack/react-router'
import { Menu as MenuIcon, PanelLeft, Search, Star, UserRound } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useMe } from '../api/account'
import { useStars } from '../api/preferences'
import { IconButton } from '../kit/button'
import { Menu, MenuItem, MenuLabel } from '../kit/menu'
import { railFolded } from '../kit/settings'
import { useStore } from '../kit/store'
import { untilItComes } from '../kit/until-it-comes'
import { HOME, type Place, type PlaceGroup, placeGroupsFor } from './places'
import styles from './shell.module.css'
import { t } from './texts'

// Not part of what the first page waits for; without it all else is there.
const Waiting = lazy(async () => ({
  default: (await untilItComes(() => import('./live'))).Waiting,
}))

function RailLink({ place }: { place: Place }) {
  const isFolded = useStore(railFolded)
  const { to, icon: Icon } = place
  return (
    <Link
      to={to}
      search={{}}
      activeOptions={{ exact: to === '/', includeSearch: false }}
      title={isFolded ? t(place.label) : undefined}
    >
      <Icon size={15} />
      <span>{t(place.label)}</span>
      {to === '/' && (
        <Suspense>
          <Waiting />
        </Suspense>
      )}
    </Link>
  )
}

export function Rail() {
  const isFolded = useStore(railFolded)
  const groups = placeGroupsFor(useMe())
  return (
    <nav className={styles.rail} aria-label={t('mainMenu')}>
      <RailLink place={HOME} />
      {groups.map((group) => (
        <RailGroup key={group.label} group={group} />
      ))}
      <Pinned />
      <IconButton
        icon={PanelLeft}
        label={isFolded ? t('unfoldRail') : t('foldRail')}
        onClick={() => railFolded.set(!isFolded)}
      />
    </nav>
  )
}

function Pinned() {
  const stars = useStars()
  if (stars.length === 0) return null
  return (
    <>
      <h2>{t('pinned')}</h2>
      {stars.map((star) => (
        <Link key={star.address} to={star.address} title={`${star.number} ${star.name}`}>
          <Star size={15} />
          <span className="truncate">{star.name}</span>
        </Link>
      ))}
    </>
  )
}

function RailGroup({ group }: { group: PlaceGroup }) {
  return (
    <>
      <h2>{t(group.label)}</h2>
      {group.places.map((place) => (
        <RailLink key={place.to} place={place} />
      ))}
    </>
  )
}

export function TabBar({ onSearch }: { onSearch: () => void }) {
  return (
    <nav className={styles.tabbar} aria-label={t('mainMenu')}>
      <RailLink place={HOME} />
      <button type="button" onClick={onSearch}>
        <Search size={17} />
        {t('searchShort')}
      </button>
      <BrowseMenu />
      <RailLink place={{ to: '/me', icon: UserRound, label: 'profile' }} />
    </nav>
  )
}

function BrowseMenu() {
  const go = useNavigate()
  const groups = placeGroupsFor(useMe())
  const opener = (
    <button type="button">
      <MenuIcon size={17} />
      {t('browse')}
    </button>
  )
  return (
    <Menu label={t('browse')} opener={opener}>
      {groups.map((group) => (
        <span key={group.label}>
          <MenuLabel>{t(group.label)}</MenuLabel>
          {group.places.map((place) => (
            <MenuItem
              key={place.to}
              icon={place.icon}
              onSelect={() => void go({ to: place.to, search: {} })}
            >
              {t(place.label)}
            </MenuItem>
          ))}
        </span>
      ))}
    </Menu>
  )
}
