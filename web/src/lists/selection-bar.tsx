/** What can be done with the rows selected; rises only when there are some. */

import { Copy, X } from 'lucide-react'
import { Button, IconButton } from '../kit/button'
import { writeCells } from '../kit/grid/clipboard'
import { type ColumnChoice, placeColumns } from '../kit/grid/columns'
import { type GridState, selectNone } from '../kit/grid/selection'
import { notify } from '../kit/toast'
import type { ListDefinition } from './definition'
import styles from './list.module.css'
import type { ListQuery } from './query'
import { t } from './texts'
import type { Pages } from './use-pages'

export interface SelectionBarProps<Row> {
  list: ListDefinition<Row>
  pages: Pages<Row>
  query: ListQuery
  layout: readonly ColumnChoice[]
  state: GridState
  onState: (next: GridState) => void
}

/** A lazy component knows no type of row. */
export function AnySelectionBar(props: SelectionBarProps<unknown>) {
  const { list, pages, query, layout, state, onState } = props
  const rows = pages.rows.filter((row) => state.selected.has(list.keyOf(row)))
  const clear = () => onState(selectNone(state))
  const copy = async () => {
    const columns = placeColumns(list.columns, layout)
    const cells = [columns.map((column) => column.label)]
    for (const row of rows) cells.push(columns.map((column) => column.text(row)))
    await navigator.clipboard.writeText(writeCells(cells))
    notify({ kind: 'good', text: t('copied', { count: rows.length }) })
  }
  return (
    <section
      className={styles.selection}
      data-tools-below
      aria-label={t('selected', { count: rows.length })}
    >
      <span className="figures">{t('selected', { count: state.selected.size })}</span>
      <IconButton icon={X} label={t('selectNone')} shortcut="Esc" onClick={clear} />
      <span className="grow" />
      {list.selectionActions?.({ keys: state.selected, rows, clear, query })}
      <Button icon={Copy} onClick={() => void copy()}>
        {t('copyRows')}
      </Button>
    </section>
  )
}
