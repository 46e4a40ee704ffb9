/** The edits of a structure that wait for their save: kept while pages change, undone, saved at once. */

import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import type { Context } from '../api/items'
import { keys } from '../api/keys'
import { readSoon } from '../api/read-soon'
import { bomKey, isWhole, type RefusedLine, type Structure, saveStructure } from '../api/structure'
import { useWrite } from '../api/write'
import { createStore, type Store, useStore } from '../kit/store'
import { applySteps, type Pending, type Step } from './edits'
import { chained, changedIds, type Ids, withIds } from './line-ids'
import type { Save } from './saving'
import type { StructureProps } from './structure-view'
import { t } from './texts'

interface Kept {
  steps: readonly Step[]
  undone: readonly Step[]
  /** The lines as they were last, and the ids that they have instead of former ones. */
  base?: Structure
  ids: Ids
}

const NOTHING: Kept = { steps: [], undone: [], ids: new Map() }
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
  const { lasting, context } = props
  const draft = draftOf(lasting)
  const { steps: kept, undone, ids } = useFollowed(draft, base, context)
  const steps = useMemo(() => withIds(kept, ids), [kept, ids])
  const pending = useMemo(() => applySteps(base, steps), [base, steps])
  const [refused, setRefused] = useState<Refused | null>(null)
  const count = pending.marks.size
  const write = useSave(props, draft, setRefused)
  const save = () => write.mutate({ base, steps })
  // What is on its way is not taken back.
  const sent = write.isPending ? write.variables.steps.length : 0
  const edit = (now: Pick<Kept, 'steps' | 'undone'>) => draft.set({ ...draft.get(), ...now })
  // Asked for while another save is on its way: it follows.
  const [isWanted, want] = useState(false)
  useEffect(() => {
    if (!isWanted || write.isPending) return
    want(false)
    if (count > 0 && refused === null) save()
  })
  const add = useCallback(
    (step: Step) => {
      const now = draft.get()
      if (step.length > 0) draft.set({ ...now, steps: [...now.steps, step], undone: [] })
    },
    [draft],
  )
  return {
    context,
    pending,
    count,
    steps,
    canUndo: steps.length > sent,
    canRedo: undone.length > 0,
    isSaving: write.isPending,
    refused,
    add,
    undo: () => {
      const last = steps.at(-1)
      if (last && steps.length > sent) edit({ steps: kept.slice(0, -1), undone: [...undone, last] })
    },
    redo: () => {
      const last = undone.at(-1)
      if (last) edit({ steps: [...kept, last], undone: undone.slice(0, -1) })
    },
    discard: () => edit({ steps: kept.slice(0, sent), undone: [] }),
    save: () => {
      if (write.isPending) want(true)
      else if (count > 0) save()
    },
    resume: (next) => {
      setRefused(null)
      if (next) edit({ steps: next, undone: [] })
    },
  }
}

/** Edits go on when the lines that they name get other ids, which happens on branches. */
function useFollowed(draft: Store<Kept>, base: Structure, { branchId }: Context): Kept {
  const kept = useStore(draft)
  const now = useMemo(() => {
    if (!branchId || kept.base === base) return kept
    const changed: Ids = kept.base ? changedIds(kept.base, base) : new Map()
    return { ...kept, base, ids: chained(kept.ids, changed) }
  }, [kept, base, branchId])
  useLayoutEffect(() => draft.set(now), [draft, now])
  useEffect(
    () => () => {
      const { steps, undone } = draft.get()
      if (steps.length + undone.length === 0) draft.set(NOTHING)
    },
    [draft],
  )
  return now
}

interface Sent {
  base: Structure
  steps: readonly Step[]
}

function useSave(
  { id, context, designId }: StructureProps,
  draft: Store<Kept>,
  onRefused: (refused: Refused) => void,
) {
  const client = useQueryClient()
  const known = { queryKey: bomKey(id, context, '').slice(0, -1) }
  return useWrite({
    send: async ({ base, steps }: Sent, headers) => {
      const { savedStructure, saveOf } = await import('./saving')
      const save = saveOf(base, steps, designId)
      const { changes, items } = save
      const saved = await saveStructure({ changes, items, branchId: context.branchId }, headers)
      const { errors } = saved
      // What is read just now may be older than this save, and would be taken for what stands.
      if (errors.length === 0) await client.cancelQueries(known)
      return { save, errors, ...savedStructure(base, steps, save, saved) }
    },
    done: ({ save, errors }) =>
      errors.length > 0 ? '' : t('saved', { count: save.changes.length }),
    onDone: ({ save, errors, structure, ids }, { steps }) => {
      if (errors.length > 0) return onRefused({ save, errors })
      // Shown at once; what the server tells then is the same with its order.
      client.setQueriesData(known, structure)
      const now = draft.get()
      draft.set({
        ...now,
        steps: now.steps.slice(steps.length),
        undone: [],
        ids: chained(now.ids, ids),
      })
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
