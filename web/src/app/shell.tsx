/** The frame of every page: top bar, rail, and on a phone the bar at the bottom. */

import { onlineManager } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { reload } from '../api/build'
import { tourStep } from '../help/tour-step'
import { Button } from '../kit/button'
import { classes } from '../kit/classes'
import { railFolded } from '../kit/settings'
import { useStore } from '../kit/store'
import { untilItComes } from '../kit/until-it-comes'
import { Rail, TabBar } from './rail'
import styles from './shell.module.css'
import { t } from './texts'
import { TopBar } from './top-bar'
import { useGeneralShortcuts } from './use-general-shortcuts'
import { reloadReason } from './version'

const Tour = lazy(() => import('../help/tour').then((m) => ({ default: m.Tour })))
const ShortcutSheet = lazy(() =>
  import('../help/shortcut-sheet').then((m) => ({ default: m.ShortcutSheet })),
)

/** Until then the page's own first requests go first. */
const LATER_MS = 1500

const loadLater = () => void import('./later-pages').catch(() => {})
const loadPalette = async () => (await import('./command-palette')).CommandPalette

export function Shell() {
  const isFolded = useStore(railFolded)
  const touring = useStore(tourStep)
  const [shown, show] = useState<'shortcuts' | 'palette' | null>(null)
  const early = useRef<HTMLInputElement>(null)
  const CommandPalette = usePalette(shown === 'palette')
  const close = () => show(null)
  const openPalette = () => show('palette')
  // Fetched before they are wanted: on most machines nobody waits for them.
  useEffect(() => {
    const timer = setTimeout(loadLater, LATER_MS)
    return () => clearTimeout(timer)
  }, [])
  useGeneralShortcuts({
    openShortcuts: () => show('shortcuts'),
    openPalette,
  })
  return (
    <div className={classes(styles.shell, isFolded && styles.folded)}>
      <a className={styles.skip} href="#main">
        {t('skip')}
      </a>
      <TopBar onSearch={openPalette} onShortcuts={() => show('shortcuts')} />
      <Rail />
      <main id="main" className={styles.main} tabIndex={-1}>
        <ReloadNotice />
        <Offline />
        <Outlet />
      </main>
      <TabBar onSearch={openPalette} />
      <Suspense>
        {touring !== null && <Tour step={touring} />}
        {shown === 'shortcuts' && <ShortcutSheet onClose={close} />}
      </Suspense>
      {shown === 'palette' && CommandPalette && (
        <CommandPalette early={early} onShortcuts={() => show('shortcuts')} onClose={close} />
      )}
      {shown === 'palette' && !CommandPalette && (
        // Takes what is typed until the palette has come.
        <input
          ref={early}
          autoFocus
          className="sr-only"
          aria-label={t('searchAll')}
          onKeyDown={({ key, currentTarget: { dataset } }) => {
            if (key === 'Escape') close()
            dataset.last = key
          }}
        />
      )}
    </div>
  )
}

/** What is suspended is shown a while after it has come, and knows nothing of what is typed meanwhile. */
function usePalette(isWanted: boolean) {
  const [palette, setPalette] = useState<Awaited<ReturnType<typeof loadPalette>>>()
  useEffect(() => {
    const gone = new AbortController()
    const keep = (come: typeof palette) => setPalette(() => come)
    const load = () => void untilItComes(loadPalette, gone.signal).then(keep, () => {})
    const timer = setTimeout(load, isWanted ? 0 : LATER_MS)
    return () => {
      clearTimeout(timer)
      gone.abort()
    }
  }, [isWanted])
  return palette
}

const isOnline = () => onlineManager.isOnline()
const onOnline = (tell: () => void) => onlineManager.subscribe(tell)

function Offline() {
  if (useSyncExternalStore(onOnline, isOnline)) return null
  return (
    <div className={styles.notice} role="status">
      {t('offline')}
    </div>
  )
}

function ReloadNotice() {
  const reason = useStore(reloadReason)
  if (!reason) return null
  return (
    <div className={styles.notice} role="status">
      {t(reason)}
      <Button onClick={reload}>{t('reload')}</Button>
    </div>
  )
}
