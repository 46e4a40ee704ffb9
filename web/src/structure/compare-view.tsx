/** Two structures side by side: an item now and then, here and on a branch, or beside another item. */

import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight, GitCompareArrows } from 'lucide-react'
import { useState } from 'react'
import { versionQuery } from '../api/context'
import { itemFilesQuery } from '../api/files'
import { itemIdQuery, MAIN } from '../api/items'
import { type CompareSide, type Comparison, compareFileQuery, compareQuery } from '../api/structure'
import { Button } from '../kit/button'
import { Bar } from '../kit/page'
import { EmptyState, LoadingRows } from '../kit/states'
import { useAddress } from '../lists/use-address'
import { QueryError } from '../records/query-error'
import { ChoiceField } from './choice-field'
import { type ComparedRow, comparedRows } from './compared-rows'
import { ComparedTable } from './compared-table'
import styles from './structure.module.css'
import type { StructureProps } from './structure-view'
import { t } from './texts'
import { useParts } from './use-parts'
import { useVersions } from './use-versions'

const FILE = 'file:'

/** The address says both sides: `left`, `right` as `at` does or a file, `with` for another item. */
export function CompareView(props: StructureProps) {
  const [address, change] = useAddress()
  const right = address.right ?? props.at ?? ''
  const left = address.left ?? ''
  const other = address.with
  const before = useSide(props.number, left)
  const file = right.startsWith(FILE) ? right.slice(FILE.length) : null
  const after = useSide(other ?? props.number, file === null ? right : left)
  const isSame = !other && left === right
  const answer = useComparison(isSame ? null : before.side, after.side, file)
  const problem = before.error ?? after.error ?? answer.error
  return (
    <>
      <Bar label={t('compare')}>
        <VersionChoice
          label={t('compareFrom')}
          props={props}
          value={left}
          onChange={(next) => change({ left: next || undefined })}
        />
        <Button
          icon={ArrowLeftRight}
          reason={other || file ? t('noSwap') : null}
          onClick={() => change({ left: right || undefined, right: left })}
        >
          {t('swap')}
        </Button>
        <VersionChoice
          label={t('compareTo')}
          props={props}
          value={right}
          hasFiles={!other}
          onChange={(next) => change({ right: next })}
        />
        {file === null && (
          <OtherItem other={other} props={props} onChoose={(next) => change({ with: next })} />
        )}
      </Bar>
      {problem && <QueryError error={problem} onRetry={() => void answer.refetch()} />}
      {!problem && isSame && (
        <EmptyState icon={GitCompareArrows} title={t('sameSides')}>
          {t('sameSidesNote')}
        </EmptyState>
      )}
      {!problem && !isSame && !answer.data && <LoadingRows columns={4} />}
      {!problem && !isSame && answer.data && <Result comparison={answer.data} at={props.at} />}
    </>
  )
}

function useComparison(left: CompareSide | null, right: CompareSide | null, file: string | null) {
  const nowhere = { itemId: '' }
  const structures = useQuery({
    ...compareQuery(left ?? nowhere, right ?? nowhere),
    enabled: file === null && left !== null && right !== null,
  })
  const withFile = useQuery({
    ...compareFileQuery(left ?? nowhere, file ?? ''),
    enabled: file !== null && left !== null,
  })
  return file === null ? structures : withFile
}

/** An item as a version shows it; it has another id on a branch than on main. */
function useSide(number: string, at: string) {
  const version = useQuery(versionQuery(number, at || undefined))
  const context = version.data?.context ?? MAIN
  const found = useQuery({ ...itemIdQuery(number, context), enabled: version.isSuccess })
  const side: CompareSide | null = found.data ? { itemId: found.data, ...context } : null
  return { side, error: version.error ?? found.error }
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
  const found = useQuery({ ...itemFilesQuery(id, context), enabled: isOn })
  return (found.data?.files ?? [])
    .filter(({ originalFileName: name }) => /\.(step|stp)$/i.test(name))
    .map((file) => ({ at: `${FILE}${file.id}`, label: file.originalFileName }))
}

interface OtherItemProps {
  other: string | undefined
  props: StructureProps
  onChoose: (number: string | undefined) => void
}

function OtherItem({ other, props, onChoose }: OtherItemProps) {
  const [text, setText] = useState('')
  const found = useParts(text, props.context)
  if (other)
    return (
      <Button onClick={() => onChoose(undefined)}>{t('withoutOther', { number: other })}</Button>
    )
  return (
    <ChoiceField
      label={t('otherItem')}
      placeholder={t('otherItem')}
      text={text}
      onText={setText}
      choices={found.map((item) => ({
        id: item.itemNumber,
        code: item.itemNumber,
        label: item.name,
      }))}
      onChoose={(number) => {
        setText('')
        onChoose(number)
      }}
    />
  )
}

function Result({ comparison, at }: { comparison: Comparison; at: string | undefined }) {
  const rows: readonly ComparedRow[] = comparedRows(comparison)
  const many = (mark: ComparedRow['mark']) => rows.filter((row) => row.mark === mark).length
  if (rows.length === 0)
    return (
      <EmptyState icon={GitCompareArrows} title={t('noDifference')}>
        {t('noDifferenceNote')}
      </EmptyState>
    )
  return (
    <>
      <p className={styles.sum} role="status">
        {(['added', 'removed', 'changed', 'moved'] as const)
          .filter((mark) => many(mark) > 0)
          .map((mark) => (
            <span key={mark}>
              <b className="figures">{many(mark)}</b> {t(`mark_${mark}`)}
            </span>
          ))}
        {comparison.incomplete && <span className="muted">{t('hidden')}</span>}
      </p>
      <ComparedTable rows={rows} at={at} />
    </>
  )
}
