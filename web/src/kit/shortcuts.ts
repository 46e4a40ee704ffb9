/** Keyboard shortcuts: who wants which key, and what the key does now. */

import { useEffect, useRef } from 'react'
import { createStore, createStoredStore } from './store'

export interface Shortcut {
  /** `mod+k`, `?`, or a sequence as in `g p`. */
  keys: string
  label: string
  group: 'general' | 'page'
  run: () => void
}

const registered = createStore<readonly Shortcut[]>([])
export const shortcutList = registered

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'

/** Whether single letters act (WCAG 2.1.4). */
export const singleKeys = createStoredStore('partwright.single-keys', true, isBoolean)

const SEQUENCE_MS = 900

let waiting = ''
let waitingSince = 0

export function keyOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
): string {
  // Typed with Alt or AltGr on some keyboards, and a sign all the same.
  if (event.altKey && /^[[\]]$/.test(event.key)) return event.key
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  const mod = event.ctrlKey || event.metaKey ? 'mod+' : ''
  return mod + (event.altKey ? 'alt+' : '') + key
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches('input, textarea, select')
}

/** Handles a key press; true when a shortcut took it. */
export function pressKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.repeat) return false
  const key = keyOf(event)
  const plain = !key.includes('+') || key === '+'
  if (plain && (isTyping(event.target) || document.querySelector('dialog[open]'))) return false
  if (plain && key.length === 1 && key !== '?' && key !== '/' && !singleKeys.get()) return false
  const sequence = Date.now() - waitingSince < SEQUENCE_MS ? `${waiting} ${key}` : key
  const all = registered.get()
  const found = latest(all, sequence) ?? latest(all, key)
  waiting = key
  waitingSince = all.some((shortcut) => shortcut.keys.startsWith(`${key} `)) ? Date.now() : 0
  if (!found) return false
  event.preventDefault()
  found.run()
  return true
}

/** What was registered last wins: a page goes before the shell. */
function latest(all: readonly Shortcut[], keys: string): Shortcut | undefined {
  return all.findLast((shortcut) => shortcut.keys === keys)
}

/** Registers while the component is there. */
export function useShortcut(
  keys: string,
  label: string,
  run: () => void,
  { group = 'page', isOn = true }: { group?: Shortcut['group']; isOn?: boolean } = {},
) {
  const now = useRef(run)
  now.current = run
  useEffect(() => {
    if (!isOn) return
    const shortcut: Shortcut = { keys, label, group, run: () => now.current() }
    registered.set([...registered.get(), shortcut])
    return () => registered.set(registered.get().filter((other) => other !== shortcut))
  }, [keys, label, group, isOn])
}

const NAMES: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  ' ': 'Space',
}

/** The caps to show for `mod+k`: `['Ctrl', 'K']`. */
export function caps(keys: string): string[] {
  const isMac = navigator.platform.startsWith('Mac')
  return keys.split(/[+ ](?=.)/).map((key) => {
    if (key === 'mod') return isMac ? '⌘' : 'Ctrl'
    if (key === 'alt') return isMac ? '⌥' : 'Alt'
    return NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key)
  })
}
