/** A session with its events: replayed when the page opens, followed while a run is at work. */

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { keys } from '../api/keys'
import { problemOf } from '../api/problem'
import {
  followSession,
  type RunEvent,
  SESSIONS,
  type SessionAction,
  sessionQuery,
  takeAction,
} from '../api/sessions'
import { tellProblem } from '../api/tell'
import { NOTHING, type Told, tell } from './told'

const AGAIN_MS = 2000
/** Answers of a server that is away for a while, and none at all. */
const AWAY = [0, 429, 502, 503, 504]
/** What comes together is fetched together. */
const GATHER_MS = 250

export function useSession(id: string) {
  const found = useQuery(sessionQuery(id))
  const [told, setTold] = useState<Told>(NOTHING)
  const [isLost, setLost] = useState(false)
  const [isActing, setActing] = useState(false)
  const last = useRef(0)
  const refresh = useRefresh(id)
  const onEvent = useCallback(
    (event: RunEvent) => {
      last.current = Math.max(last.current, event.id)
      setTold((before) => tell(before, event))
      if (event.type !== 'llm_text' && event.type !== 'tool_call') refresh()
    },
    [refresh],
  )
  const isRunning = found.data?.record.isRunning
  useEffect(() => {
    if (isRunning === undefined || isActing) return
    const leaving = new AbortController()
    const heard = { onOpen: () => setLost(false), onEvent }
    void keepFollowing(id, last, heard, () => setLost(true), leaving.signal).then((isOver) => {
      // Its end may have been told while nobody listened.
      if (isOver && isRunning) refresh()
    })
    return () => leaving.abort()
  }, [id, isRunning, isActing, onEvent, refresh])
  const act = async (action: SessionAction) => {
    setActing(true)
    setLost(false)
    try {
      await takeAction(id, action, onEvent)
      // What begins no run is answered without events, which come before those of the next one.
      if (action.action === 'send_message') {
        const heard = { onOpen: () => {}, onEvent }
        await followSession(id, last.current, heard, new AbortController().signal)
      }
    } catch (error) {
      // The work goes on without its listener; following takes it up again.
      if (last.current === 0 || problemOf(error).status !== 0) tellProblem(problemOf(error))
    }
    refresh()
    setActing(false)
  }
  return { found, told, isLost, isActing, act }
}

/** Whether all was told; not when the page was left or the server refuses. */
async function keepFollowing(
  id: string,
  last: { current: number },
  heard: { onOpen: () => void; onEvent: (event: RunEvent) => void },
  onLost: () => void,
  signal: AbortSignal,
): Promise<boolean> {
  while (!signal.aborted) {
    try {
      if (await followSession(id, last.current, heard, signal)) return true
    } catch (error) {
      // Only a server that is away is asked again.
      if (signal.aborted || !AWAY.includes(problemOf(error).status)) return false
    }
    if (!signal.aborted) onLost()
    await new Promise((done) => setTimeout(done, AGAIN_MS))
  }
  return false
}

function useRefresh(id: string) {
  const client = useQueryClient()
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(waiting.current), [])
  return useCallback(() => {
    clearTimeout(waiting.current)
    waiting.current = setTimeout(() => {
      void client.invalidateQueries({ queryKey: [...SESSIONS, id] })
      void client.invalidateQueries({ queryKey: keys.items, refetchType: 'none' })
    }, GATHER_MS)
  }, [client, id])
}
