/** Where an item is used, up to the products. */

import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CornerRightUp } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type Context, whereUsedQuery } from '../api/items'
import type { Answer } from '../api/types'
import { type Column, type ColumnChoice, defaultLayout } from '../kit/grid/columns'
import { Grid } from '../kit/grid/grid'
import { type GridState, START } from '../kit/grid/selection'
import { EmptyState, LoadingRows } from '../kit/states'
import { itemAddress } from '../records/item-address'
import { QueryError } from '../records/query-error'
import { TwoLines } from '../records/two-lines'
import { figure, itemColumns } from './line-columns'
import { t } from './texts'

type Parent = Answer<'/api/items/{item_id}/where-used', 'get'>['parents'][number]

function usedColumns(at: string | undefined): Column<Parent>[] {
  return [
    ...itemColumns<Parent>((parent) => parent.item, at),
    figure('level', t('level'), 80, (parent) => parent.level),
    figure('quantity', t('quantity'), 90, (parent) => parent.quantity),
    {
      id: 'top',
      label: t('topLevel'),
      width: 120,
      text: (parent) => (parent.isTopLevel ? t('topLevel') : ''),
      render: (parent) => <span className="muted">{parent.isTopLevel && t('topLevel')}</span>,
    },
  ]
}

interface UsedProps {
  id: string
  number: string
  context: Context
  at: string | undefined
}

export function UsedView({ id, number, context, at }: UsedProps) {
  const used = useQuery(whereUsedQuery(id, context))
  const navigate = useNavigate()
  const columns = useMemo(() => usedColumns(at), [at])
  const [layout, setLayout] = useState<readonly ColumnChoice[]>(() => defaultLayout(columns))
  const [state, setState] = useState<GridState>(START)
  if (used.isLoading) return <LoadingRows columns={6} />
  if (used.error) return <QueryError error={used.error} onRetry={() => void used.refetch()} />
  const parents = used.data?.parents ?? []
  if (parents.length === 0) {
    return (
      <EmptyState icon={CornerRightUp} title={t('unused')}>
        {t('unusedNote')}
      </EmptyState>
    )
  }
  return (
    <Grid
      label={t('usedTitle', { number })}
      columns={columns}
      layout={layout}
      onLayout={setLayout}
      count={parents.length}
      rowAt={(index) => parents[index]}
      keyOf={(parent) => parent.relationshipId}
      state={state}
      onState={setState}
      onOpen={(parent) => void navigate({ to: itemAddress(parent.item, '', at) })}
      narrow={(parent) => (
        <TwoLines
          number={parent.item.itemNumber}
          name={parent.item.name}
          more={<span className="figures">{parent.quantity}×</span>}
        />
      )}
    />
  )
}
