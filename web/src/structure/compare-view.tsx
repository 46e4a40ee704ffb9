/** Two structures side by side: an item now and then, here and on a branch, or beside another item. */

import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight, GitCompareArrows } from 'lucide-react'
import { useState } from 'react'
import { versionQuery } from '../api/context'
import { itemIdQuery, MAIN } from '../api/items'
import { type CompareSide, type Comparison, compareQuery } from '../api/structure'
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

/** The address says both sides: `left`, `right` as `at` does, and `with` for another item. */
export function CompareView(props: StructureProps) {
  const [address, change] = useAddress()
  const right = address.right ?? props.at ?? ''
  const left = address.left ?? ''
  const other = address.with
  const before = useSide(props.number, left)
  const after = useSide(other ?? props.number, right)
  const isSame = !other && left === right
  const answer = useQuery({
    ...compareQuery(before.side ?? { itemId: '' }, after.side ?? { itemId: '' }),
    enabled: !isSame && before.side !== null && after.side !== null,
  })
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
          reason={other ? t('noSwap') : null}
          onClick={() => change({ left: right || undefined, right: left })}
        >
          {t('swap')}
        </Button>
        <VersionChoice
          label={t('compareTo')}
          props={props}
          value={right}
          onChange={(next) => change({ right: next })}
        />
        <OtherItem other={other} props={props} onChoose={(next) => change({ with: next })} />
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
  onChange: (next: string) => void
}

function VersionChoice({ label, props, value, onChange }: VersionChoiceProps) {
  const groups = useVersions(props)
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
