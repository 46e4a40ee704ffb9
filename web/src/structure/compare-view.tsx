/** Two structures side by side: an item now and then, here and on a branch, or beside another item. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeftRight, GitCompareArrows } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { type CompareSide, type Comparison, compareFileQuery, compareQuery } from '../api/compare'
import { isUnknown, versionQuery } from '../api/context'
import { itemFilesQuery } from '../api/files'
import { itemIdQuery, itemQuery, MAIN } from '../api/items'
import { bomQuery } from '../api/structure'
import { Button, buttonClass } from '../kit/button'
import { CheckField } from '../kit/field'
import { Bar } from '../kit/page'
import { EmptyState, LoadingRows } from '../kit/states'
import { useAddress } from '../lists/use-address'
import { sidesAddress } from '../records/item-address'
import { QueryError } from '../records/query-error'
import { ComparedTable } from './compared-table'
import {
  differingRows,
  exchanged,
  openedKeys,
  type PairedRow,
  pairedRows,
  structureOfFile,
} from './paired-rows'
import styles from './structure.module.css'
import type { StructureProps } from './structure-view'
import { t } from './texts'
import { useTree } from './use-tree'
import { useVersions } from './use-versions'

const OtherItem = lazy(() => import('./other-item').then((m) => ({ default: m.OtherItem })))

const FILE = 'file:'

interface CompareViewProps extends StructureProps {
  /** What differs of the items themselves. */
  itself: (sides: Readonly<Record<'left' | 'right', SideState>>) => ReactNode
}

/** The address says both sides: `left`, `right` as `at` does or a file, `with` for another item. */
export function CompareView({ itself, ...props }: CompareViewProps) {
  const [address, change] = useAddress()
  const other = useOther(address.with)
  const right = address.right ?? props.at ?? ''
  const left = address.left ?? ''
  const there = other ?? props
  const sides = { left: useSide(props, left), right: useSide(there, right) }
  const isSame = !address.with && left === right
  const areFiles = sides.left.file !== null && sides.right.file !== null
  const swap = () => change({ left: right || undefined, right: left })
  const canBeCompared = !isSame && !areFiles
  const missing = [sides.left, sides.right].find((one) => one.isMissing)
  return (
    <>
      <Bar label={t('compare')}>
        <VersionChoice
          label={t('compareFrom')}
          props={props}
          value={left}
          hasFiles={!address.with}
          onChange={(next) => change({ left: next || undefined })}
        />
        <Button icon={ArrowLeftRight} reason={address.with ? t('noSwap') : null} onClick={swap}>
          {t('swap')}
        </Button>
        {canBeCompared && !address.with && !sides.left.file && !sides.right.file && (
          <Link to={sidesAddress('3d', props.number, left, right)} className={buttonClass({})}>
            <GitCompareArrows size={14} />
            {t('overlaid')}
          </Link>
        )}
        <VersionChoice
          label={t('compareTo')}
          props={there}
          value={right}
          hasFiles={!address.with}
          onChange={(next) => change({ right: next })}
        />
        <Suspense>
          <OtherItem
            other={address.with}
            props={props}
            onChoose={(next) => change({ with: next, right: next ? '' : undefined })}
          />
        </Suspense>
      </Bar>
      {!canBeCompared && (
        <EmptyState icon={GitCompareArrows} title={t('sameSides')}>
          {t(areFiles ? 'twoFilesNote' : 'sameSidesNote')}
        </EmptyState>
      )}
      {canBeCompared && missing && (
        <EmptyState icon={GitCompareArrows} title={t('noVersion', { name: missing.at })}>
          {t('noVersionNote')}
        </EmptyState>
      )}
      {canBeCompared && !missing && itself(sides)}
      {canBeCompared && !missing && (
        <Compared key={`${left} ${right} ${address.with}`} sides={sides} at={props.at} />
      )}
    </>
  )
}

/** The other item as an item of its own: with its design's branches and its files. */
function useOther(number: string | undefined): StructureProps | null {
  const id = useQuery({ ...itemIdQuery(number ?? '', MAIN), enabled: number !== undefined }).data
  const found = useQuery({ ...itemQuery(id ?? '', MAIN), enabled: id !== undefined }).data?.record
  if (number === undefined) return null
  const designId = found?.designId ?? null
  return { id: id ?? '', lasting: number, number, context: MAIN, at: undefined, designId }
}

export interface SideState {
  /** What it is called above its columns. */
  name: string
  /** Null where a file stands in place of a structure, and while it is looked up. */
  side: CompareSide | null
  file: string | null
  /** What the address says, and whether that means no version. */
  at: string
  isMissing: boolean
  error: Error | null
}

/** An item as a version shows it; it has another id on a branch than on main. */
function useSide(props: StructureProps, at: string): SideState {
  const { number } = props
  const file = at.startsWith(FILE) ? at.slice(FILE.length) : null
  const version = useQuery(versionQuery(number, file === null ? at || undefined : undefined))
  const context = version.data?.context ?? MAIN
  const isOn = version.isSuccess && file === null
  const found = useQuery({ ...itemIdQuery(number, context), enabled: isOn })
  const side = file === null && found.data ? { itemId: found.data, ...context } : null
  const labels = useVersions(props).flatMap((group) => group.versions)
  const files = useStepFiles(props, file !== null)
  const label = [...labels, ...files].find((one) => one.at === at)?.label
  const name = file === null ? `${number} ${label ?? at}` : (label ?? t('stepFiles'))
  const isMissing = version.isSuccess && isUnknown(version.data)
  return { name, side, file, at, isMissing, error: version.error ?? found.error }
}

interface VersionChoiceProps {
  label: string
  props: StructureProps
  value: string
  /** Whether the item's STEP files stand there as well. */
  hasFiles?: boolean
  onChange: (next: string) => void
}

function VersionChoice({ label, props, value, hasFiles, onChange }: VersionChoiceProps) {
  const versions = useVersions(props)
  const files = useStepFiles(props, hasFiles === true)
  const groups =
    files.length > 0 ? [...versions, { label: t('stepFiles'), versions: files }] : versions
  const isKnown = groups.some((group) => group.versions.some((one) => one.at === value))
  return (
    <label className={styles.side}>
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {!isKnown && <option value={value}>{value}</option>}
        {groups.map((group) => (
          <optgroup key={group.label} label={group.label}>
            {group.versions.map((one) => (
              <option key={one.at} value={one.at}>
                {one.label}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </label>
  )
}

function useStepFiles({ id, context }: StructureProps, isOn: boolean) {
  const found = useQuery({ ...itemFilesQuery(id, context), enabled: isOn && id !== '' })
  return (found.data?.files ?? [])
    .filter(({ originalFileName: name }) => /\.(stp|step|p21)$/i.test(name))
    .map((file) => ({ at: `${FILE}${file.id}`, label: file.originalFileName }))
}

interface ComparedProps {
  sides: { left: SideState; right: SideState }
  at: string | undefined
}

const NOWHERE: CompareSide = { itemId: '' }

function useStructure(side: CompareSide | null) {
  const { itemId, ...context } = side ?? NOWHERE
  // Not the other side's meanwhile.
  return useQuery({
    ...bomQuery(itemId, context),
    enabled: side !== null,
    placeholderData: undefined,
  })
}

/** The rows of both sides, and what differs in all. */
function useCompared({ left, right }: ComparedProps['sides']) {
  const file = left.file ?? right.file
  const isFromFile = left.file !== null
  const [one, other] = [left.side ?? NOWHERE, right.side ?? NOWHERE]
  const areThere = left.side !== null && right.side !== null
  const structures = useQuery({ ...compareQuery(one, other), enabled: areThere })
  const own = isFromFile ? right.side : left.side
  const withFile = useQuery({
    ...compareFileQuery(own ?? NOWHERE, file ?? ''),
    enabled: file !== null && own !== null,
  })
  const answer = file === null ? structures : withFile
  const trees = [useStructure(left.side), useStructure(right.side)] as const
  const [before, after] = [trees[0].data, trees[1].data]
  const comparison = useMemo(
    () => (answer.data && isFromFile ? exchanged(answer.data) : answer.data),
    [answer.data, isFromFile],
  )
  const rows = useMemo(() => {
    if (!comparison || !answer.data) return null
    const own = before ?? after
    const ofFile = file !== null && own ? structureOfFile(own, answer.data) : undefined
    const [first, second] = [before ?? ofFile, after ?? ofFile]
    return first && second ? pairedRows(first, second, comparison) : null
  }, [comparison, answer.data, before, after, file])
  const error = [left, right, answer, ...trees].find((one) => one.error)?.error
  return { rows, comparison, error, retry: () => void answer.refetch() }
}

function Compared({ sides, at }: ComparedProps) {
  const { rows, comparison, error, retry } = useCompared(sides)
  if (error) return <QueryError error={error} onRetry={retry} />
  if (!rows || !comparison) return <LoadingRows columns={8} />
  const { added, removed, changed, moved } = comparison
  if (added.length + removed.length + changed.length + moved.length === 0)
    return (
      <EmptyState icon={GitCompareArrows} title={t('noDifference')}>
        {t('noDifferenceNote')}
      </EmptyState>
    )
  return <Result {...{ rows, comparison, sides, at }} />
}

interface ResultProps extends ComparedProps {
  rows: readonly PairedRow[]
  comparison: Comparison
}

function Result({ rows, comparison, sides, at }: ResultProps) {
  const [isWhole, setWhole] = useState(false)
  const shown = useMemo(() => (isWhole ? rows : differingRows(rows)), [rows, isWhole])
  const tree = useTree(shown, '', () => openedKeys(rows))
  const { left, right } = sides
  const heads = useMemo(
    () => ({
      left: { name: left.name, isFile: left.file !== null },
      right: { name: right.name, isFile: right.file !== null },
    }),
    [left.name, left.file, right.name, right.file],
  )
  return (
    <>
      <div className={styles.sum}>
        <span role="status">
          {MARKS.filter((mark) => comparison[mark].length > 0).map((mark) => (
            <span key={mark}>
              <b className="figures">{comparison[mark].length}</b> {t(`mark_${mark}`)}
            </span>
          ))}
          {comparison.matched !== undefined && (
            <span>{t('matched', { count: comparison.matched })}</span>
          )}
          {comparison.incomplete && <span className="muted">{t('hidden')}</span>}
        </span>
        <CheckField
          label={t('onlyDifferences')}
          checked={!isWhole}
          onChange={() => setWhole(!isWhole)}
        />
      </div>
      <ComparedTable rows={shown} tree={tree} heads={heads} at={at} />
    </>
  )
}

const MARKS = ['added', 'removed', 'changed', 'moved'] as const
