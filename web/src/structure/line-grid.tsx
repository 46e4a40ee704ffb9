/** The lines of a structure: cells edited in place, lines dragged, moved and removed by keys. */

import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useMemo } from 'react'
import { classes } from '../kit/classes'
import { formatDecimal } from '../kit/format'
import { Grid } from '../kit/grid/grid'
import type { CellChange } from '../kit/grid/types'
import { notify } from '../kit/toast'
import { itemAddress } from '../records/item-address'
import { StateMark } from '../records/state-mark'
import { TwoLines } from '../records/two-lines'
import { isTextField, keyDeed } from './deeds'
import { type Edit, valuesOf } from './edits'
import { bomColumns, wrongFigure } from './line-columns'
import { decimal } from './line-figures'
import type { Line } from './lines'
import styles from './structure.module.css'
import { type Shared, useLayout } from './structure-bar'
import { t } from './texts'
import { useDeeds } from './use-deeds'
import { useDrag } from './use-drag'

export function LineGrid(props: Shared) {
  const { number, at, lines, tree, cursor, editing, reasonFor, locks } = props
  const navigate = useNavigate()
  const items = useMemo(() => {
    const { top } = editing.pending.structure
    return new Map([
      [top.id, top],
      ...lines.map(({ relation: { item } }) => [item.id, item] as const),
    ])
  }, [lines, editing.pending.structure])
  const columns = useMemo(() => {
    const reason = (line: Line) => {
      if (line.mark === 'removed') return t('isRemoved')
      const parent = items.get(line.relation.parentId)
      return parent ? reasonFor(parent) : null
    }
    return bomColumns(at, reason, locks)
  }, [at, items, reasonFor, locks])
  const [layout, setLayout] = useLayout()
  const isFinding = props.find.trim() !== ''
  const deeds = useDeeds(props)
  const drag = useDrag(props, deeds)
  const onKeyDown = (event: KeyboardEvent) => {
    const deed = isTextField(event.target) ? null : keyDeed(event)
    if (!deed) return
    event.preventDefault()
    event.stopPropagation()
    deeds[deed]()
  }
  return (
    <div className={styles.tree} onKeyDown={onKeyDown} {...drag}>
      <Grid
        label={t('title', { number })}
        columns={columns}
        layout={layout}
        onLayout={setLayout}
        count={tree.rows.length}
        rowAt={(index) => lines[tree.rows[index] ?? -1]}
        keyOf={(line) => line.key}
        state={cursor.state}
        onState={cursor.setState}
        tree={tree.grid}
        isDraggable
        onOpen={(line) => {
          if (!line.relation.item.isNew)
            void navigate({ to: itemAddress(line.relation.item, '', at) })
        }}
        onChanges={(changes) => editing.add(changes.flatMap(editOf))}
        className={(line) =>
          classes(
            line.mark && styles[`row_${line.mark}`],
            isFinding && line.key === cursor.line?.key && styles.found,
          )
        }
        narrow={(line) => <NarrowLine line={line} />}
      />
    </div>
  )
}

function NarrowLine({ line }: { line: Line }) {
  const { item, quantity } = line.relation
  return (
    <TwoLines
      number={item.itemNumber}
      name={`${'· '.repeat(line.level - 1)}${item.name}`}
      more={
        <>
          <StateMark state={item.state} />
          <span className="figures">{formatDecimal(quantity)}×</span>
        </>
      }
    />
  )
}

/** The edit of one cell; what is not a value of its kind is refused in words. */
function editOf({ row, column, value }: CellChange<Line>): Edit[] {
  const { relation } = row
  const set = (values: Partial<typeof relation>): Edit[] => [
    { do: 'set', id: relation.id, values, seen: valuesOf(relation) },
  ]
  if (column.id === 'designators') return set({ referenceDesignator: value.trim() || null })
  if (column.id === 'findNumber' && value.trim() === '') return set({ findNumber: null })
  const wrong = wrongFigure(column.id, value)
  if (wrong) notify({ kind: 'bad', text: wrong })
  const figure = decimal(value)
  if (wrong || figure === null) return []
  return set(column.id === 'findNumber' ? { findNumber: figure } : { quantity: figure })
}
