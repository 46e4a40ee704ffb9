/** The commits of all branches of a design: branches as lanes, as many commits as there are. */

import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { GitCommitHorizontal, GitCompareArrows } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { Branch, Commit } from '../api/designs'
import { designCommitsQuery } from '../api/versions'
import { formatAgo } from '../kit/ago'
import { Button } from '../kit/button'
import { formatDateTime } from '../kit/format'
import { type Column, defaultLayout } from '../kit/grid/columns'
import { Grid } from '../kit/grid/grid'
import { type GridState, START } from '../kit/grid/selection'
import { Bar } from '../kit/page'
import { EmptyState, LoadingRows } from '../kit/states'
import { useAddress } from '../lists/use-address'
import { commitText } from '../records/commit-text'
import { Person } from '../records/person'
import { QueryError } from '../records/query-error'
import { TwoLines } from '../records/two-lines'
import { LaneCell, laneWidth } from './lane-cell'
import { type GraphRow, graphRows } from './lanes'
import { t } from './texts'
import { useBranches, useDesign } from './use-design'
import styles from './versions.module.css'

/** So many rows fill a page; of a branch that is looked for there may be less on each. */
const SCREEN = 40

interface Shown {
  commit: Commit
  row: GraphRow
  branch: Branch | undefined
  /** The branches whose newest commit it is. */
  heads: readonly Branch[]
}

export function CommitGraph() {
  const design = useDesign()
  const branches = useBranches(design?.id)
  const found = useInfiniteQuery({
    ...designCommitsQuery(design?.id ?? ''),
    enabled: design !== undefined,
  })
  const rows = useMemo(
    () => shownRows(found.data?.commits ?? [], branches ?? [], design?.mainBranchId ?? ''),
    [found.data, branches, design],
  )
  if (found.error) return <QueryError error={found.error} onRetry={() => void found.refetch()} />
  if (!design || !found.data || !branches) return <LoadingRows columns={4} />
  if (rows.length === 0) return <EmptyState icon={GitCommitHorizontal} title={t('noCommits')} />
  const { total } = found.data
  return (
    <Graph
      code={design.code}
      rows={rows}
      branches={branches}
      total={total}
      onEnd={() => {
        if (found.hasNextPage && !found.isFetchingNextPage) void found.fetchNextPage()
      }}
    />
  )
}

function shownRows(
  commits: readonly Commit[],
  branches: readonly Branch[],
  main: string,
): readonly Shown[] {
  const graph = graphRows(commits, main)
  return commits.flatMap((commit, at) => {
    const row = graph[at]
    if (!row) return []
    const branch = branches.find(({ id }) => id === commit.branchId)
    const heads = branches.filter((one) => one.headCommitId === commit.id && !one.isArchived)
    return [{ commit, row, branch, heads }]
  })
}

interface GraphProps {
  code: string
  rows: readonly Shown[]
  branches: readonly Branch[]
  total: number
  onEnd: () => void
}

function Graph({ code, rows, branches, total, onEnd }: GraphProps) {
  const [address, change] = useAddress()
  const navigate = useNavigate()
  const [state, setState] = useState<GridState>(START)
  const only = address.branch
  const shown = only ? rows.filter(({ branch }) => branch?.name === only) : rows
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that came asks anew
  useEffect(() => {
    if (shown.length < SCREEN) onEnd()
  }, [shown.length, rows.length])
  const lanes = laneWidth(rows.map(({ row }) => row))
  const columns = useMemo(() => columnsOf(code, lanes), [code, lanes])
  const [layout, setLayout] = useState(() => defaultLayout(columns))
  const chosen = shown.filter(({ commit }) => state.selected.has(commit.id))
  const compare = () => {
    const [right, left] = chosen
    if (!left || !right) return
    const search = { left: left.commit.id, right: right.commit.id }
    void navigate({ to: `/designs/${encodeURIComponent(code)}/compare` as string, search })
  }
  return (
    <>
      <Bar label={t('commits')}>
        <label className={styles.choice}>
          <span>{t('branch')}</span>
          <select
            value={only ?? ''}
            onChange={(event) => change({ branch: event.target.value || undefined })}
          >
            <option value="">{t('allBranches')}</option>
            {branches.map((branch) => (
              <option key={branch.id}>{branch.name}</option>
            ))}
          </select>
        </label>
        <Button
          icon={GitCompareArrows}
          reason={chosen.length === 2 ? null : t('chooseTwo')}
          onClick={compare}
        >
          {t('compareTwo')}
        </Button>
        <span className={styles.note} role="status">
          {chosen.length > 0
            ? t('chosen', { count: chosen.length })
            : t('shownOf', { shown: shown.length, count: total })}
        </span>
      </Bar>
      <Grid
        label={t('commits')}
        columns={columns}
        layout={layout}
        onLayout={setLayout}
        count={shown.length}
        rowAt={(index) => shown[index]}
        keyOf={({ commit }) => commit.id}
        state={state}
        onState={setState}
        onRange={(_, last) => last >= shown.length - 10 && onEnd()}
        onOpen={({ commit }) => void navigate({ to: commitAddress(code, commit.id) as string })}
        narrow={({ commit, branch }) => (
          <TwoLines
            number={branch?.name ?? ''}
            name={commitText(commit.message)}
            more={[commit.author?.name, formatAgo(commit.createdAt)].filter(Boolean).join(' · ')}
          />
        )}
      />
    </>
  )
}

export function commitAddress(code: string, id: string): string {
  return `/designs/${encodeURIComponent(code)}/commits/${id}`
}

function columnsOf(code: string, lanes: number): Column<Shown>[] {
  return [
    {
      id: 'graph',
      label: t('graph'),
      width: lanes,
      text: () => '',
      render: ({ row }) => <LaneCell row={row} />,
    },
    {
      id: 'message',
      label: t('message'),
      width: 320,
      grows: true,
      text: ({ commit }) => commitText(commit.message),
      render: ({ commit, heads }) => (
        <>
          {heads.map(({ id, name }) => (
            <span key={id} className={styles.head}>
              {name}
            </span>
          ))}
          <Link to={commitAddress(code, commit.id) as string} tabIndex={-1}>
            {commitText(commit.message)}
          </Link>
        </>
      ),
    },
    {
      id: 'branch',
      label: t('branch'),
      width: 170,
      text: ({ branch }) => branch?.name ?? '',
      render: ({ branch }) => <span className="mono muted">{branch?.name}</span>,
    },
    {
      id: 'author',
      label: t('author'),
      width: 170,
      text: ({ commit }) => commit.author?.name ?? '',
      render: ({ commit }) => commit.author && <Person name={commit.author.name} />,
    },
    {
      id: 'when',
      label: t('when'),
      width: 150,
      text: ({ commit }) => formatDateTime(commit.createdAt),
      render: ({ commit }) => (
        <time dateTime={commit.createdAt} title={formatDateTime(commit.createdAt)}>
          {formatAgo(commit.createdAt)}
        </time>
      ),
    },
    {
      id: 'changes',
      label: t('items'),
      width: 130,
      text: ({ commit }) => countsText(commit),
      render: ({ commit }) => <Counts commit={commit} />,
    },
  ]
}

const COUNTS = [
  ['added', '+'],
  ['modified', '~'],
  ['removed', '−'],
] as const

function countsText({ changes }: Commit): string {
  return COUNTS.filter(([name]) => changes[name] > 0)
    .map(([name, sign]) => `${sign}${changes[name]}`)
    .join(' ')
}

export function Counts({ commit }: { commit: Commit }) {
  return (
    <span className={styles.counts}>
      {COUNTS.filter(([name]) => commit.changes[name] > 0).map(([name, sign]) => (
        <span key={name} className={styles[name]}>
          <span aria-hidden>
            {sign}
            {commit.changes[name]}
          </span>
          <span className="sr-only">{t(`count_${name}`, { count: commit.changes[name] })}</span>
        </span>
      ))}
    </span>
  )
}
