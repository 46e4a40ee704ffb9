/** What the palette can do besides finding records. */

import { useNavigate } from '@tanstack/react-router'
import { Keyboard, Moon, Search, Sun } from 'lucide-react'
import { useMe } from '../api/account'
import type { PaletteEntry } from '../kit/palette'
import { theme } from '../kit/settings'
import { HOME, placeGroupsFor } from './places'
import { t } from './texts'

export function useCommands(openShortcuts: () => void): PaletteEntry[] {
  const go = useNavigate()
  const places = [HOME, ...placeGroupsFor(useMe()).flatMap((group) => group.places)]
  return [
    ...places.map(
      (place): PaletteEntry => ({
        id: place.to,
        icon: place.icon,
        label: t(place.label),
        run: () => void go({ to: place.to, search: {} }),
      }),
    ),
    {
      id: 'search',
      icon: Search,
      label: t('searchPage'),
      run: () => void go({ to: '/search', search: {} }),
    },
    { id: 'light', icon: Sun, label: t('toLight'), run: () => theme.set('light') },
    { id: 'dark', icon: Moon, label: t('toDark'), run: () => theme.set('dark') },
    { id: 'keys', icon: Keyboard, label: t('shortcuts'), run: openShortcuts },
  ]
}
