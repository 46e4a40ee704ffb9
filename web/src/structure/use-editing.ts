/** The edits of a structure that wait for their save: kept while pages change, undone, saved at once. */

import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Context } from '../api/items'
import { keys } from '../api/keys'
import { readSoon } from '../api/read-soon'
import { bomKey, isWhole, type RefusedLine, type Structure, saveStructure } from '../api/structure'
import { useWrite } from '../api/write'
import { createStore, type Store, useStore } from '../kit/store'
import { applySteps, type Pending, type Save, type Step, savedStructure, saveOf } from './edits'
import type { StructureProps } from './structure-view'
import { t } from './texts'

interface Kept {
  steps: readonly Step[]
  undone: readonly Step[]
}

const NOTHING: Kept = { steps: [], undone: [] }
const drafts = new Map<string, Store<Kept>>()

/** By item and branch: going elsewhere and back loses nothing. */
function draftOf(key: string): Store<Kept> {
  const known = drafts.get(key)
  if (known) return known
  const store = createStore<Kept>(NOTHING)
  drafts.set(key, store)
  store.subscribe(warnWhileKept)
  return store
}

export interface Refused {
  save: Save
  errors: readonly RefusedLine[]
}

export interface Editing {
  context: Context
  pending: Pending
  /** Lines that a save would change. */
  count: number
  canUndo: boolean
  canRedo: boolean
  isSaving: boolean
  refused: Refused | null
  add: (step: Step) => void
  undo: () => void
  redo: () => void
  discard: () => void
  save: () => void
  /** Goes on with other steps after a refusal. */
  resume: (steps: readonly Step[] | null) => void
  steps: readonly Step[]
}

export function useEditing(base: Structure, props: StructureProps): Editing {
  const { lasting, context, designId } = props
  const draft = draftOf(lasting)
  const { steps, undone } = useStore(draft)
  const pending = useMemo(() => applySteps(base, steps), [base, steps])
  const [refused, setRefused] = useState<Refused | null>(null)
  const count = pending.marks.size
  const write = useSave(base, props, draft, setRefused)
  const save = () => write.mutate({ save: saveOf(base, steps, designId), steps })
  // Asked for while another save is on its way: it follows.
  const [isWanted, want] = useState(false)
  useEffect(() => {
    if (!isWanted || write.isPending) return
    want(false)
    if (count > 0 && refused === null) save()
  })
  const add = useCallback(
    (step: Step) => {
      if (step.length > 0) draft.set({ steps: [...draft.get().steps, step], undone: [] })
    },
    [draft],
  )
  return {
    context,
    pending,
    count,
    steps,
    canUndo: steps.length > 0,
    canRedo: undone.length > 0,
    isSaving: write.isPending,
    refused,
    add,
    undo: () => {
      const last = steps.at(-1)
      if (last) draft.set({ steps: steps.slice(0, -1), undone: [...undone, last] })
    },
    redo: () => {
      const last = undone.at(-1)
      if (last) draft.set({ steps: [...steps, last], undone: undone.slice(0, -1) })
    },
    discard: () => draft.set(NOTHING),
    save: () => {
      if (write.isPending) want(true)
      else if (count > 0) save()
    },
    resume: (next) => {
      setRefused(null)
      if (next) draft.set({ steps: next, undone: [] })
    },
  }
}

interface Sent {
  save: Save
  steps: readonly Step[]
}

function useSave(
  base: Structure,
  { id, context }: StructureProps,
  draft: Store<Kept>,
  onRefused: (refused: Refused) => void,
) {
  const client = useQueryClient()
  return useWrite({
    send: ({ save }: Sent, headers) => {
      const { changes, items } = save
      return saveStructure({ changes, items, branchId: context.branchId }, headers)
    },
    done: (saved, { save }) =>
      saved.errors.length > 0 ? '' : t('saved', { count: save.changes.length }),
    onDone: (saved, { save, steps }) => {
      if (saved.errors.length > 0) return onRefused({ save, errors: saved.errors })
      // Shown at once; what the server tells then is the same with its order.
      const known = { queryKey: bomKey(id, context, '').slice(0, -1) }
      client.setQueriesData(known, savedStructure(base, steps, save, saved))
      draft.set({ steps: draft.get().steps.slice(steps.length), undone: [] })
      // Not waited for: the next save need not wait with it.
      void client.invalidateQueries({ queryKey: keys.items, predicate: (one) => !isWhole(one) })
      readSoon(client, isWhole)
    },
  })
}

const warn = (event: Event) => event.preventDefault()

/** The browser asks before it closes a page with edits that are not saved, whatever is on the screen. */
function warnWhileKept() {
  const isKept = [...drafts.values()].some((one) => one.get().steps.length > 0)
  if (isKept) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
}
