/** An edit between reading and saving: kept through refusals and other people's saves. */

import type { QueryKey } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Tagged } from './client'
import type { Problem } from './problem'
import { useWrite, type WriteHeaders } from './write'

export interface HeldOptions<R, V> {
  found: Tagged<R>
  /** What of the record is edited. */
  draftFrom: (record: R) => V
  isSame: (one: V, other: V) => boolean
  readAnew: () => Promise<Tagged<R>>
  send: (value: V, headers: WriteHeaders) => Promise<unknown>
  changes: readonly QueryKey[]
  done: string
  onDone?: () => void
  /** Tells a refusal in words of its own; true when it did. */
  onRefusal?: (problem: Problem, value: V) => boolean
}

export interface HeldEdit<R, V> {
  value: V
  edit: (next: V) => void
  /** What the edits began from. */
  base: Tagged<R>
  isChanged: boolean
  isSaving: boolean
  /** What somebody else saved meanwhile, until it is decided what stands. */
  theirs: Tagged<R> | null
  save: () => void
  discard: () => void
  takeTheirs: () => void
  takeMine: () => void
  /** Back to the edits, with nothing decided. */
  goBack: () => void
}

export function useHeldEdit<R, V>(options: HeldOptions<R, V>): HeldEdit<R, V> {
  const { found, draftFrom, isSame, readAnew } = options
  // Newer records do not change what the edits began from while there are edits.
  const [base, setBase] = useState(found)
  const [value, edit] = useState(() => draftFrom(found.record))
  const [theirs, setTheirs] = useState<Tagged<R> | null>(null)
  const isChanged = !isSame(value, draftFrom(base.record))
  const begin = (from: Tagged<R>) => {
    setBase(from)
    edit(draftFrom(from.record))
    setTheirs(null)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: `begin` is made anew each time
  useEffect(() => {
    if (!isChanged && found.etag !== base.etag) begin(found)
  }, [found, base, isChanged])
  const write = useWrite({
    send: (sent: { value: V; etag: string | null }, headers) => options.send(sent.value, headers),
    etag: ({ etag }) => etag,
    changes: options.changes,
    done: options.done,
    onDone: async () => {
      begin(await readAnew())
      options.onDone?.()
    },
    onProblem: (problem, sent) => {
      if (problem.status !== 412) return options.onRefusal?.(problem, sent.value)
      void readAnew().then(setTheirs)
      return true
    },
  })
  return {
    value,
    edit,
    base,
    isChanged,
    isSaving: write.isPending,
    theirs,
    save: () => write.mutate({ value, etag: base.etag }),
    discard: () => begin(base),
    takeTheirs: () => theirs && begin(theirs),
    takeMine: () => {
      setTheirs(null)
      write.mutate({ value, etag: theirs?.etag ?? base.etag })
    },
    goBack: () => setTheirs(null),
  }
}
