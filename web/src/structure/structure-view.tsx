/** The structure of an item as a tree. */

import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ChevronsDownUp, ChevronsUpDown, Layers, Network } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Context } from '../api/items'
import { type BomLine, bomQuery } from '../api/structure'
import { Button } from '../kit/button'
import { BareInput } from '../kit/field'
import { type ColumnChoice, defaultLayout } from '../kit/grid/columns'
import { Grid } from '../kit/grid/grid'
import { type GridState, START } from '../kit/grid/selection'
import { Menu, MenuItem } from '../kit/menu'
import { Bar } from '../kit/page'
import { EmptyState, LoadingRows } from '../kit/states'
import { itemAddress } from '../records/item-address'
import { QueryError } from '../records/query-error'
import { StateMark } from '../records/state-mark'
import { TwoLines } from '../records/two-lines'
import { bomColumns } from './line-columns'
import styles from './structure.module.css'
import { StructureFoot } from './structure-foot'
import { t } from './texts'
import { type LineTree, useTree } from './use-tree'

export interface StructureProps {
  id: string
  number: string
  context: Context
  at: string | undefined
}

const NONE: readonly BomLine[] = []

export function StructureView(props: StructureProps) {
  const bom = useQuery(bomQuery(props.id, props.context))
  const [find, setFind] = useState('')
  const lines = bom.data?.lines ?? NONE
  const tree = useTree(lines, find)
  if (bom.isLoading) return <LoadingRows columns={6} />
  if (bom.error) return <QueryError error={bom.error} onRetry={() => void bom.refetch()} />
  if (lines.length === 0) {
    return (
      <EmptyState icon={Network} title={t('empty')}>
        {t('emptyNote')}
      </EmptyState>
    )
  }
  return (
    <>
      <Bar label={t('tools')}>
        <BareInput
          type="search"
          label={t('find')}
          placeholder={t('find')}
          className={styles.find}
          onChange={(event) => setFind(event.target.value)}
        />
        <FoldButtons tree={tree} />
      </Bar>
      {tree.rows.length === 0 ? (
        <EmptyState icon={Network} title={t('noMatch', { text: find })} />
      ) : (
        <LineGrid {...props} lines={lines} tree={tree} />
      )}
      <StructureFoot {...props} lines={lines.length} tree={tree} isPartial={bom.data?.incomplete} />
    </>
  )
}

function FoldButtons({ tree }: { tree: LineTree }) {
  const { isAllOpen, openTo, index } = tree
  const levels = Array.from({ length: Math.min(index.depth, 9) }, (_, level) => level + 1)
  return (
    <>
      <Button
        icon={isAllOpen ? ChevronsDownUp : ChevronsUpDown}
        onClick={() => openTo(isAllOpen ? 1 : index.depth)}
      >
        {isAllOpen ? t('collapseAll') : t('expandAll')}
      </Button>
      {levels.length > 1 && (
        <Menu label={t('levels')} opener={<Button icon={Layers}>{t('levels')}</Button>}>
          {levels.map((level) => (
            <MenuItem key={level} onSelect={() => openTo(level)}>
              {t('levelsTo', { level })}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  )
}

interface LineGridProps extends StructureProps {
  lines: readonly BomLine[]
  tree: LineTree
}

function LineGrid({ number, at, lines, tree }: LineGridProps) {
  const navigate = useNavigate()
  const columns = useMemo(() => bomColumns(at), [at])
  const [layout, setLayout] = useState<readonly ColumnChoice[]>(() => defaultLayout(columns))
  const [state, setState] = useState<GridState>(START)
  const row = Math.min(state.row, tree.rows.length - 1)
  const indexes = useMemo(() => new Map(lines.map((line, index) => [line, index])), [lines])
  return (
    <Grid
      label={t('title', { number })}
      columns={columns}
      layout={layout}
      onLayout={setLayout}
      count={tree.rows.length}
      rowAt={(index) => lines[tree.rows[index] ?? -1]}
      keyOf={(line) => String(indexes.get(line))}
      state={row === state.row ? state : { ...state, row }}
      onState={setState}
      tree={tree.grid}
      onOpen={(line) => void navigate({ to: itemAddress(line.item, '', at) })}
      narrow={(line) => (
        <TwoLines
          number={line.item.itemNumber}
          name={`${'· '.repeat(line.level - 1)}${line.item.name}`}
          more={
            <>
              <StateMark state={line.item.state} />
              <span className="figures">{line.quantity}×</span>
            </>
          }
        />
      )}
    />
  )
}
