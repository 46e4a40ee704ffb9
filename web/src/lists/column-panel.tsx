/** Which columns stand in which order, and by which the rows are ordered. */

import { ArrowDown, ArrowUp } from 'lucide-react'
import { Button, IconButton } from '../kit/button'
import { SelectField } from '../kit/field'
import { type ColumnChoice, defaultLayout, moveColumn } from '../kit/grid/columns'
import type { ListDefinition } from './definition'
import styles from './list.module.css'
import type { ListQuery } from './query'
import { t } from './texts'
import type { ChangeAddress } from './use-address'

interface ColumnPanelProps<Row> {
  list: ListDefinition<Row>
  query: ListQuery
  layout: readonly ColumnChoice[]
  change: ChangeAddress
  onLayout: (layout: ColumnChoice[]) => void
}

export function AnyColumnPanel(props: ColumnPanelProps<unknown>) {
  return (
    <div className={styles.panel}>
      {props.list.columns.some((column) => column.sort) && <OrderFields {...props} />}
      <ColumnChoices {...props} />
      <Button onClick={() => props.change({ cols: undefined, sort: undefined })}>
        {t('resetColumns')}
      </Button>
    </div>
  )
}

function OrderFields<Row>({ list, query, change }: ColumnPanelProps<Row>) {
  const [field = '', direction = 'asc'] =
    (query.sort ?? list.defaultSort).split(',')[0]?.split(':') ?? []
  const sortable = list.columns.filter((column) => column.sort)
  return (
    <div className={styles.pair}>
      <SelectField
        label={t('order')}
        value={field}
        choices={sortable.map((column) => ({ value: column.sort ?? '', label: column.label }))}
        onChange={(event) => change({ sort: `${event.target.value}:${direction}` })}
      />
      <SelectField
        label={' '}
        aria-label={t('order')}
        value={direction}
        choices={[
          { value: 'asc', label: t('ascending') },
          { value: 'desc', label: t('descending') },
        ]}
        onChange={(event) => change({ sort: `${field}:${event.target.value}` })}
      />
    </div>
  )
}

function ColumnChoices<Row>({ list, layout, onLayout }: ColumnPanelProps<Row>) {
  const chosen = layout.flatMap(({ id }) => list.columns.find((column) => column.id === id) ?? [])
  const rest = list.columns.filter((column) => !chosen.includes(column))
  const toggle = (id: string, isOn: boolean) => {
    const next = isOn ? [...layout, { id }] : layout.filter((choice) => choice.id !== id)
    onLayout(next.length > 0 ? next : defaultLayout(list.columns))
  }
  return (
    <div className={styles.choices}>
      {[...chosen, ...rest].map((column) => {
        const place = layout.findIndex((choice) => choice.id === column.id)
        return (
          <div key={column.id} className={styles.choice}>
            <label>
              <input
                type="checkbox"
                checked={place >= 0}
                onChange={(event) => toggle(column.id, event.target.checked)}
              />
              <span className="truncate">{column.label}</span>
            </label>
            {place > 0 && (
              <IconButton
                icon={ArrowUp}
                label={t('moveUp', { name: column.label })}
                onClick={() => onLayout(moveColumn(layout, column.id, place - 1))}
              />
            )}
            {place >= 0 && place < layout.length - 1 && (
              <IconButton
                icon={ArrowDown}
                label={t('moveDown', { name: column.label })}
                onClick={() => onLayout(moveColumn(layout, column.id, place + 1))}
              />
            )}
          </div>
        )
      })}
    </div>
  )
}
