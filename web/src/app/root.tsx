/** What is around every page: its outlet, and a line that says when the next page takes its time. */

import { Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import styles from './shell.module.css'
import { t } from './texts'

const PATIENCE_MS = 150

/** Whether something has lasted so long that one has to say so. */
function useLate(isGoingOn: boolean): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isGoingOn) return
    const timer = setTimeout(setLate, PATIENCE_MS, true)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isGoingOn])
  return isLate
}

export function Root() {
  const isLoading = useRouterState({ select: (state) => state.isLoading })
  const drawn = useRouterState({ select: (state) => state.resolvedLocation?.href })
  // The window's address is the next page's before that page is drawn; whoever drives the page by
  // a script reads here which one is.
  useEffect(() => {
    const { dataset } = document.documentElement
    // Who came by a link that is gone with its page reads on in the next one.
    if (dataset.drawn && document.activeElement === document.body)
      document.getElementById('main')?.focus()
    dataset.drawn = drawn ?? ''
  }, [drawn])
  return (
    <>
      {useLate(isLoading) && (
        <div className={styles.loading} role="progressbar" aria-label={t('loading')} />
      )}
      <Outlet />
    </>
  )
}
