/** The keys that act on every page. */

import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { pressKey, useShortcut } from '../kit/shortcuts'
import { t } from './texts'

const ARROW = /^(Arrow|Page)(Down|Up)$/
const FREE = 'body, #main, nav a'
const BUSY = 'dialog[open], :popover-open:not([data-messages])'

/** Arrows that nothing else takes go to the list of the page, which need not be gone to first. */
function passArrow({ key, target, defaultPrevented, ctrlKey, metaKey, altKey }: KeyboardEvent) {
  if (!ARROW.test(key) || defaultPrevented || ctrlKey || metaKey || altKey) return
  if (!(target as Element).matches(FREE) || document.querySelector(BUSY)) return
  const grid = document.querySelector<HTMLElement>('main :is([role=grid], [role=treegrid])')
  grid?.focus()
  grid?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
}

interface Openers {
  openShortcuts: () => void
  openPalette: () => void
}

export function useGeneralShortcuts({ openShortcuts, openPalette }: Openers) {
  const go = useNavigate()
  const general = { group: 'general' } as const
  useEffect(() => {
    const press = (event: KeyboardEvent) => void (pressKey(event) || passArrow(event))
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  useShortcut('mod+k', t('searchAll'), openPalette, general)
  useShortcut('/', t('searchAll'), openPalette, general)
  useShortcut('?', t('shortcuts'), openShortcuts, general)
  useShortcut('g p', t('goParts'), () => void go({ to: '/parts', search: {} }), general)
  useShortcut('g c', t('goChanges'), () => void go({ to: '/changes', search: {} }), general)
  useShortcut('g d', t('goDesigns'), () => void go({ to: '/designs', search: {} }), general)
  useShortcut('g r', t('goReports'), () => void go({ to: '/reports' }), general)
  const goOn = async (by: 1 | -1) => {
    const list = await import('../lists/neighbours')
    await list.goOn(by, location.pathname, (to) => void go({ to }))
  }
  useShortcut('[', t('previousInList'), () => void goOn(-1), general)
  useShortcut(']', t('nextInList'), () => void goOn(1), general)
  useShortcut('g i', t('goHome'), () => void go({ to: '/' }), general)
}
