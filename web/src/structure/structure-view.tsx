/** The structure of an item as a tree that is edited in place. */

import { useQuery } from '@tanstack/react-query'
import { Network } from 'lucide-react'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { mayDo, useMe } from '../api/account'
import type { Context } from '../api/items'
import {
  bomQuery,
  firstLinesQuery,
  type LineItem,
  openedBomQuery,
  type Structure,
} from '../api/structure'
import { Button } from '../kit/button'
import { wordOf } from '../kit/i18n'
import { EmptyState, LoadingRows } from '../kit/states'
import { useAddress } from '../lists/use-address'
import { QueryError } from '../records/query-error'
import { toneOf } from '../records/state-tone'
import { EXTRA_FIELDS } from './line-columns'
import { LineGrid } from './line-grid'
import { type Locks, linesOf } from './lines'
import { PendingBar } from './pending-bar'
import styles from './structure.module.css'
import { StructureBar, useLayout } from './structure-bar'
import { t } from './texts'
import { useCursor } from './use-cursor'
import { useEditing } from './use-editing'
import { useTree } from './use-tree'

const EditBar = lazy(() => import('./edit-bar').then((m) => ({ default: m.EditBar })))
const StructureFoot = lazy(() =>
  import('./structure-foot').then((m) => ({ default: m.StructureFoot })),
)

const EachOnce = lazy(() => import('./each-once-view').then((m) => ({ default: m.EachOnce })))

export interface StructureProps {
  id: string
  /** Names the item at its place for good: the first save on a branch gives it another id there. */
  lasting: string
  number: string
  context: Context
  at: string | undefined
  designId: string | null
  /** What others have locked. */
  locks?: Locks
  /** Whether main takes changes through change orders alone. */
  isMainProtected?: boolean
  /** Opens what gives the structure out as a file. */
  onExport?: () => void
  /** Begins a change order with the item, where main cannot be written. */
  onStartChange?: () => void
}

export function StructureView(props: StructureProps) {
  const [layout] = useLayout()
  const fields = layout.map(({ id }) => EXTRA_FIELDS[id]).filter(Boolean)
  const asked: Asked = [props.id, props.context, fields.join(',')]
  const bom = useQuery(openedBomQuery(...asked))
  const first = useFirstLines(asked, bom.isPending)
  if (bom.error) return <QueryError error={bom.error} onRetry={() => void bom.refetch()} />
  const base = bom.data ?? first
  if (!base) return <LoadingRows columns={6} />
  return <LoadedStructure {...props} base={base} />
}

type Asked = Parameters<typeof firstLinesQuery>

/** So much earlier than all lines the first ones must have come to be worth a picture of their own. */
const AHEAD_MS = 40

/** With so many lines below, all of them are far behind the first. */
const MANY = 60

const isLarge = ({ below }: Structure) =>
  [...below.values()].flat().reduce((sum, { item }) => sum + 1 + (item.children ?? 0), 0) >= MANY

/** The first lines, while the whole takes its time. */
function useFirstLines(asked: Asked, isWaiting: boolean): Structure | undefined {
  const first = useQuery({ ...firstLinesQuery(...asked), enabled: isWaiting })
  const { data, dataUpdatedAt: cameAt } = first
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isWaiting || cameAt === 0) return
    const timer = setTimeout(setLate, cameAt + AHEAD_MS - Date.now(), true)
    return () => clearTimeout(timer)
  }, [isWaiting, cameAt])
  return isWaiting && data && (isLate || isLarge(data)) ? data : undefined
}

function LoadedStructure(props: StructureProps & { base: Structure }) {
  const { base } = props
  const [find, setFind] = useState('')
  const editing = useEditing(base, props)
  const { structure, marks } = editing.pending
  const lines = useMemo(() => linesOf(structure, marks), [structure, marks])
  const tree = useTree(lines, find, undefined, base.isBeginning)
  const cursor = useCursor(lines, tree)
  const reasonFor = useReason(props, base)
  const reason = reasonFor(base.top)
  const isNarrow = useNarrow()
  const mayStart = !isNarrow && !base.isBeginning && !props.locks?.has(base.top.itemNumber)
  const isOnce = useAddress()[0].once !== undefined && lines.length > 0
  const shared = { ...props, lines, tree, cursor, editing, reasonFor, find, isOnce }
  return (
    <>
      <StructureBar {...shared} isNarrow={isNarrow} onFind={setFind} />
      {lines.length === 0 && <NoLines reason={reason} onStartChange={props.onStartChange} />}
      {isOnce && base.isBeginning && <LoadingRows columns={6} />}
      {isOnce && !base.isBeginning && (
        <Suspense fallback={<LoadingRows columns={6} />}>
          <EachOnce {...shared} />
        </Suspense>
      )}
      {!isOnce && lines.length > 0 && tree.rows.length === 0 && (
        <EmptyState icon={Network} title={t('noMatch', { text: find })} />
      )}
      {!isOnce && tree.rows.length > 0 && <LineGrid {...shared} />}
      <div className={styles.below} data-tools-below>
        {isOnce ? null : reason === null ? (
          <Suspense fallback={<div className={styles.edit} />}>
            <EditBar {...shared} />
          </Suspense>
        ) : (
          lines.length > 0 && (
            <Refusal reason={reason} onStartChange={mayStart ? props.onStartChange : undefined} />
          )
        )}
        {!base.isBeginning && <PendingBar editing={editing} />}
      </div>
      <Suspense fallback={<footer className={styles.foot} />}>
        <StructureFoot {...shared} />
      </Suspense>
    </>
  )
}

interface RefusalProps {
  reason: string | null
  onStartChange: (() => void) | undefined
}

function NoLines({ reason, onStartChange }: RefusalProps) {
  return (
    <EmptyState
      icon={Network}
      title={t('empty')}
      actions={
        reason && onStartChange && <Button onClick={onStartChange}>{t('startChange')}</Button>
      }
    >
      {reason ?? t('emptyNote')}
    </EmptyState>
  )
}

function Refusal({ reason, onStartChange }: RefusalProps) {
  return (
    <div className={styles.refusal} role="note">
      <span>{reason}</span>
      {onStartChange && <Button onClick={onStartChange}>{t('startChange')}</Button>}
    </div>
  )
}

/** Why the lines of a parent cannot be edited; null when they can. */
export type ReasonFor = (parent: LineItem) => string | null

function useReason(props: StructureProps, base: Structure): ReasonFor {
  const { context, at, isMainProtected, locks } = props
  const { isBeginning } = base
  const foreign = useForeign(props, base)
  const me = useMe()
  const may = mayDo(me, 'relationships.update')
  const { branchId } = context
  const isNarrow = useNarrow()
  return useMemo(
    () => (parent) => {
      if (isBeginning) return t('restComes')
      if (at && !branchId) return t('readOnlyThen')
      if (!may) return t('mayNotEdit')
      if (isNarrow) return t('notOnPhones')
      const { itemNumber: number, state } = parent
      const name = locks?.get(number)
      if (name) return t('lockedLines', { number, name })
      if (isMainProtected && !branchId && !foreign.has(parent.id)) return t('mainReleased')
      if (branchId || parent.isNew || toneOf(parent.state) === 'begun') return null
      return t('throughChange', { number, state: wordOf(state).toLowerCase() })
    },
    [isBeginning, at, branchId, may, isNarrow, locks, isMainProtected, foreign],
  )
}

/** What this design does not protect: items of other designs and of the library. */
function useForeign(
  { id, context, designId, isMainProtected }: StructureProps,
  base: Structure,
): ReadonlySet<string> {
  const hasDrafts = useMemo(
    () => [...base.below.values()].flat().some(({ item }) => toneOf(item.state) === 'begun'),
    [base],
  )
  // Of a released design's items few are drafts: where none is, nothing need be asked.
  const enabled = isMainProtected === true && !context.branchId && !context.commitId && hasDrafts
  const { queryKey, queryFn } = bomQuery(id, context, 'designId')
  // Apart from the structures that are shown, which a save changes before the server tells them anew.
  const { data } = useQuery({
    queryKey: [...queryKey.slice(0, 3), 'foreign', context],
    queryFn: queryFn as () => Promise<Structure>,
    enabled,
  })
  return useMemo(() => {
    const items = [...(data?.below.values() ?? [])].flat().map(({ item }) => item)
    return new Set(items.filter((item) => item.designId !== designId).map((item) => item.id))
  }, [data, designId])
}

const NARROW = '(max-width: 720px)'

function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(() => window.matchMedia(NARROW).matches)
  useEffect(() => {
    const query = window.matchMedia(NARROW)
    const tell = () => setNarrow(query.matches)
    query.addEventListener('change', tell)
    return () => query.removeEventListener('change', tell)
  }, [])
  return isNarrow
}
