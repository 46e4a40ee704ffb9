/** A session with its events: replayed when the page opens, followed while a run is at work. */

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { keys } from '../api/keys'
import { problemOf } from '../api/problem'
import {
  followSession,
  type Heard,
  type RunEvent,
  SESSIONS,
  type SessionAction,
  sessionQuery,
} from '../api/sessions'
import { tellProblem } from '../api/tell'
import { AWAY, perform } from './perform'
import { NOTHING, type Told, tell } from './told'

const AGAIN_MS = 2000
/** What comes together is fetched together. */
const GATHER_MS = 250

export function useSession(id: string) {
  const found = useQuery(sessionQuery(id))
  const [told, setTold] = useState<Told>(NOTHING)
  const [isLost, setLost] = useState(false)
  const [isActing, setActing] = useState(false)
  const last = useRef(0)
  const leaving = useRef<AbortController>(undefined)
  useEffect(() => {
    const own = new AbortController()
    leaving.current = own
    return () => own.abort()
  }, [])
  const refresh = useRefresh(id)
  const onEvent = useCallback(
    (event: RunEvent) => {
      last.current = Math.max(last.current, event.id)
      setTold((before) => tell(before, event))
      if (event.type !== 'llm_text' && event.type !== 'tool_call') refresh.soon()
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
      if (isOver && isRunning) refresh.soon()
    })
    return () => leaving.abort()
  }, [id, isRunning, isActing, onEvent, refresh])
  const act = async (...actions: readonly SessionAction[]) => {
    const { signal } = leaving.current ?? new AbortController()
    setActing(true)
    setLost(false)
    const problem = await perform({ id, actions, last, onEvent, signal })
    if (problem) tellProblem(problem)
    if (signal.aborted) return
    // What came of it is there before the next thing to do is offered.
    await Promise.race([refresh.now(), new Promise((done) => setTimeout(done, AGAIN_MS))])
    setActing(false)
  }
  return { found, told, isLost, isActing, act }
}

/** Whether all was told; not when the page was left or the server refuses. */
async function keepFollowing(
  id: string,
  last: { current: number },
  heard: Heard,
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
  return useMemo(() => {
    const now = async () => {
      clearTimeout(waiting.current)
      void client.invalidateQueries({ queryKey: keys.items, refetchType: 'none' })
      await client.invalidateQueries({ queryKey: [...SESSIONS, id] })
    }
    const soon = () => {
      clearTimeout(waiting.current)
      waiting.current = setTimeout(() => void now(), GATHER_MS)
    }
    return { now, soon }
  }, [client, id])
}
