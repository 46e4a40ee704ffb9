/** What others do, followed while a page is open, and how much of it waits for the user. */

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { inboxCountsQuery } from '../api/inbox'
import { preferencesQuery, useChangePreferences } from '../api/preferences'
import { waitingText } from '../inbox/waiting-text'
import { formatNumber } from '../kit/format'
import { language } from '../kit/settings'
import { createStore, useStore } from '../kit/store'
import { untilItComes } from '../kit/until-it-comes'
import styles from './shell.module.css'

/** Until then the page's own first requests go first. */
const isLive = createStore(false)
const BEGIN_MS = 1500
const MOST = 99

/** The rail and the phone's bar both show it; one of them follows. */
let isFollowed = false

/** Of the feed of events, when the server sent the document: only what came later can be missed. */
function startPosition(): string | undefined {
  const entries = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  // Browsers tell of it only where the address is safe.
  return entries[0]?.serverTiming?.find(({ name }) => name === 'events')?.description
}

/** Keeps what is on the screen as it is on the server. */
function useLive() {
  const client = useQueryClient()
  const { mutate: keep } = useChangePreferences()
  useEffect(() => {
    if (isFollowed) return
    isFollowed = true
    const leaving = new AbortController()
    const { signal } = leaving
    const begin = async () => {
      const load = () => Promise.all([import('../api/live'), import('../api/live-away')])
      const loaded = await untilItComes(load, signal).catch(() => null)
      if (!loaded) return
      const [{ followEvents, refreshing }, { keepWhileAway }] = loaded
      keepWhileAway(client)
      await followEvents({ ...refreshing(client), signal, start: startPosition() })
      isLive.set(true)
      // E-mail comes in it, too; what was chosen on another machine stays.
      const kept = await client.ensureQueryData(preferencesQuery).catch(() => null)
      if (language.get() === 'de' && kept && !kept.record.language)
        keep((now) => ({ ...now, language: 'de' }))
    }
    const start = setTimeout(() => void begin(), BEGIN_MS)
    return () => {
      isFollowed = false
      clearTimeout(start)
      leaving.abort()
    }
  }, [client, keep])
}

/** How many entries of the inbox are new. */
export function Waiting() {
  useLive()
  const counts = useQuery({ ...inboxCountsQuery, enabled: useStore(isLive) })
  const unread = counts.data?.unread ?? 0
  if (unread === 0) return null
  return (
    <b className={styles.badge}>
      <span aria-hidden>{unread > MOST ? `${MOST}+` : formatNumber(unread)}</span>
      <span className="sr-only">{waitingText(unread)}</span>
    </b>
  )
}
