/** The parts of a structure, each once: what has to be bought or made for one of the top item. */

import { useNavigate } from '@tanstack/react-router'
import { Network } from 'lucide-react'
import { useMemo, useState } from 'react'
import { formatDecimal } from '../kit/format'
import { defaultLayout } from '../kit/grid/columns'
import { Grid } from '../kit/grid/grid'
import { type GridState, START } from '../kit/grid/selection'
import { EmptyState } from '../kit/states'
import { itemAddress } from '../records/item-address'
import { StateMark } from '../records/state-mark'
import { TwoLines } from '../records/two-lines'
import { eachOnce, type PartSum } from './each-once'
import { figure, itemColumns } from './line-columns'
import type { Line } from './lines'
import { t } from './texts'

interface EachOnceProps {
  number: string
  lines: readonly Line[]
  find: string
  at: string | undefined
}

export function EachOnce({ number, lines, find, at }: EachOnceProps) {
  const navigate = useNavigate()
  const parts = useMemo(() => eachOnce(lines, find), [lines, find])
  const columns = useMemo(
    () => [
      ...itemColumns<PartSum>(({ item }) => item, at),
      figure<PartSum>('total', t('total'), 120, ({ total }) => total),
      figure<PartSum>('places', t('places'), 100, ({ places }) => places),
    ],
    [at],
  )
  const [layout, setLayout] = useState(() => defaultLayout(columns))
  const [state, setState] = useState<GridState>(START)
  if (parts.length === 0) return <EmptyState icon={Network} title={t('noMatch', { text: find })} />
  return (
    <Grid
      label={`${t('once')}: ${number}`}
      columns={columns}
      layout={layout}
      onLayout={setLayout}
      count={parts.length}
      rowAt={(index) => parts[index]}
      keyOf={({ item }) => item.id}
      state={state}
      onState={setState}
      onOpen={({ item }) => !item.isNew && void navigate({ to: itemAddress(item, '', at) })}
      narrow={({ item, total }) => (
        <TwoLines
          number={item.itemNumber}
          name={item.name}
          more={
            <>
              <StateMark state={item.state} />
              <span className="figures">{formatDecimal(total)}×</span>
            </>
          }
        />
      )}
    />
  )
}
