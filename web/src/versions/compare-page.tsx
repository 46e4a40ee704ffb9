/** Any two states of a design side by side: heads of branches, commits, moments. */

import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight, GitCompareArrows } from 'lucide-react'
import { useState } from 'react'
import type { Branch } from '../api/designs'
import { commitDiffQuery } from '../api/versions'
import { late } from '../forms/late'
import { Button } from '../kit/button'
import { Bar, PageBody } from '../kit/page'
import { EmptyState, LoadingRows } from '../kit/states'
import { useAddress } from '../lists/use-address'
import { QueryError } from '../records/query-error'
import { Differences } from './differences'
import { t } from './texts'
import { useBranches, useDesign } from './use-design'
import { useStateName } from './use-state-name'
import styles from './versions.module.css'

const MomentDialog = late(async () => (await import('./moment-dialog')).MomentDialog)

/** The address says both: a branch by its name, main by nothing, or a commit. */
export function CompareStates() {
  const design = useDesign()
  const branches = useBranches(design?.id)
  if (!design || !branches) return <LoadingRows columns={3} />
  return <Compared designId={design.id} branches={branches} />
}

function Compared({ designId, branches }: { designId: string; branches: readonly Branch[] }) {
  const [address, change] = useAddress()
  const left = address.left ?? ''
  const right = address.right ?? ''
  const ids = [commitOf(left, branches), commitOf(right, branches)] as const
  const isSame = ids[0] === ids[1]
  const answer = useQuery({
    ...commitDiffQuery(ids[1] ?? '', ids[0] ?? ''),
    enabled: !isSame && ids[0] !== null && ids[1] !== null,
  })
  const names = [useStateName(left), useStateName(right)] as const
  const side = (label: string, value: string, set: (next: string) => void) => (
    <StateChoice {...{ label, value, branches, designId }} onChange={set} />
  )
  return (
    <>
      <Bar label={t('compareStates')}>
        {side(t('from'), left, (next) => change({ left: next || undefined }))}
        <Button
          icon={ArrowLeftRight}
          onClick={() => change({ left: right || undefined, right: left || undefined })}
        >
          {t('swap')}
        </Button>
        {side(t('to'), right, (next) => change({ right: next || undefined }))}
      </Bar>
      <PageBody>
        <div className={styles.page}>
          {answer.error && (
            <QueryError error={answer.error} onRetry={() => void answer.refetch()} />
          )}
          {isSame && (
            <EmptyState icon={GitCompareArrows} title={t('sameState')}>
              {t('sameStateNote')}
            </EmptyState>
          )}
          {!isSame && !answer.error && !answer.data && <LoadingRows columns={3} />}
          {!isSame && answer.data && (
            <Differences
              items={answer.data.items}
              left={names[0]}
              right={names[1]}
              at={right || undefined}
              none={t('noDifference')}
            />
          )}
        </div>
      </PageBody>
    </>
  )
}

/** The newest commit of a branch, or the commit that is named; null for what is not there. */
function commitOf(at: string, branches: readonly Branch[]): string | null {
  const branch = branches.find(({ name, kind }) => (at === '' ? kind === 'main' : name === at))
  if (branch) return branch.headCommitId ?? null
  return /^[0-9a-f-]{36}$/i.test(at) ? at : null
}

interface StateChoiceProps {
  label: string
  value: string
  branches: readonly Branch[]
  designId: string
  onChange: (next: string) => void
}

const ANOTHER = '\u0000'

function StateChoice({ label, value, branches, designId, onChange }: StateChoiceProps) {
  const [isAsking, setAsking] = useState(false)
  const name = useStateName(value)
  const isBranch = value === '' || branches.some((branch) => branch.name === value)
  return (
    <label className={styles.choice}>
      <span>{label}</span>
      <select
        value={value}
        onChange={(event) => {
          if (event.target.value === ANOTHER) setAsking(true)
          else onChange(event.target.value)
        }}
      >
        {!isBranch && <option value={value}>{name}</option>}
        <option value="">main</option>
        {branches
          .filter(({ kind }) => kind !== 'main')
          .map((branch) => (
            <option key={branch.id} value={branch.name}>
              {branch.name}
            </option>
          ))}
        <option value={ANOTHER}>{t('anotherTime')}</option>
      </select>
      {isAsking && (
        <MomentDialog
          designId={designId}
          onClose={() => setAsking(false)}
          onChoose={(id) => {
            setAsking(false)
            onChange(id)
          }}
        />
      )}
    </label>
  )
}
