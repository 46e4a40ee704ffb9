/** Where an item is used, as a tree up to the products. */

import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CornerRightUp } from 'lucide-react'
import { useMemo, useState } from 'react'
import { aboveQuery } from '../api/graph'
import type { Context } from '../api/items'
import type { Structure } from '../api/structure'
import { Button } from '../kit/button'
import { BareInput } from '../kit/field'
import { type Column, type ColumnChoice, defaultLayout } from '../kit/grid/columns'
import { Grid } from '../kit/grid/grid'
import { type GridState, START } from '../kit/grid/selection'
import { Bar } from '../kit/page'
import { EmptyState, LoadingRows } from '../kit/states'
import { itemAddress } from '../records/item-address'
import { QueryError } from '../records/query-error'
import { TwoLines } from '../records/two-lines'
import { figure, itemColumns } from './line-columns'
import { type Line, linesOf } from './lines'
import styles from './structure.module.css'
import { t } from './texts'
import { useTree } from './use-tree'

interface UsedProps {
  id: string
  number: string
  context: Context
  at: string | undefined
}

export function UsedView(props: UsedProps) {
  const found = useQuery(aboveQuery(props.id, props.context))
  if (found.error) return <QueryError error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <LoadingRows columns={6} />
  return <UsedTree {...props} above={found.data} />
}

const NO_MARKS = new Map<string, never>()

function UsedTree({ number, at, above }: UsedProps & { above: Structure }) {
  const navigate = useNavigate()
  const [find, setFind] = useState('')
  const lines = useMemo(() => linesOf(above, NO_MARKS), [above])
  const tree = useTree(lines, find)
  const columns = useMemo(() => usedColumns(at, above), [at, above])
  const [layout, setLayout] = useState<readonly ColumnChoice[]>(() => defaultLayout(columns))
  const [state, setState] = useState<GridState>(START)
  if (lines.length === 0) {
    return (
      <EmptyState icon={CornerRightUp} title={t('unused')}>
        {t('unusedNote')}
      </EmptyState>
    )
  }
  const assemblies = new Set(lines.map(({ relation }) => relation.item.id))
  const tops = [...assemblies].filter((id) => !above.below.has(id)).length
  return (
    <>
      <Bar label={t('usedTitle', { number })}>
        <BareInput
          type="search"
          label={t('findUse')}
          className={styles.find}
          placeholder={t('findUse')}
          value={find}
          onChange={(event) => setFind(event.target.value)}
        />
        <Button onClick={() => tree.openTo(tree.isAllOpen ? 1 : tree.index.depth)}>
          {t(tree.isAllOpen ? 'collapseAll' : 'expandAll')}
        </Button>
        <span className="muted" role="status">
          {t('usedSum', { count: assemblies.size })} {t('usedTops', { count: tops })}
          {above.incomplete && ` ${t('hidden')}`}
        </span>
      </Bar>
      {tree.rows.length === 0 ? (
        <EmptyState icon={CornerRightUp} title={t('noMatch', { text: find })} />
      ) : (
        <Grid
          label={t('usedTitle', { number })}
          columns={columns}
          layout={layout}
          onLayout={setLayout}
          count={tree.rows.length}
          rowAt={(index) => lines[tree.rows[index] ?? -1]}
          keyOf={(line) => line.key}
          state={state}
          onState={setState}
          tree={tree.grid}
          onOpen={({ relation }) => void navigate({ to: itemAddress(relation.item, '', at) })}
          narrow={({ relation, level, total }) => (
            <TwoLines
              number={relation.item.itemNumber}
              name={relation.item.name}
              more={
                <>
                  <span className="figures">{total}×</span>
                  <span>{t('levelUp', { level })}</span>
                </>
              }
            />
          )}
        />
      )}
    </>
  )
}

function usedColumns(at: string | undefined, above: Structure): Column<Line>[] {
  return [
    ...itemColumns<Line>((line) => line.relation.item, at),
    figure('quantity', t('quantity'), 90, (line) => line.relation.quantity),
    figure('total', t('inOne'), 110, (line) => line.total),
    {
      id: 'top',
      label: t('topLevel'),
      width: 120,
      text: (line) => (above.below.has(line.relation.item.id) ? '' : t('topLevel')),
      render: (line) =>
        !above.below.has(line.relation.item.id) && <span className="muted">{t('topLevel')}</span>,
    },
  ]
}
