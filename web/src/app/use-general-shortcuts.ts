/** The keys that act on every page. */

import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { pressKey, useShortcut } from '../kit/shortcuts'
import { t } from './texts'

interface Openers {
  openShortcuts: () => void
  openPalette: () => void
}

export function useGeneralShortcuts({ openShortcuts, openPalette }: Openers) {
  const go = useNavigate()
  const general = { group: 'general' } as const
  useEffect(() => {
    const press = (event: KeyboardEvent) => void pressKey(event)
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  useShortcut('mod+k', t('searchAll'), openPalette, general)
  useShortcut('/', t('searchAll'), openPalette, general)
  useShortcut('?', t('shortcuts'), openShortcuts, general)
  useShortcut('g p', t('goParts'), () => void go({ to: '/parts', search: {} }), general)
  useShortcut('g c', t('goChanges'), () => void go({ to: '/changes', search: {} }), general)
  useShortcut('g d', t('goDesigns'), () => void go({ to: '/designs', search: {} }), general)
  useShortcut('g i', t('goHome'), () => void go({ to: '/' }), general)
}
