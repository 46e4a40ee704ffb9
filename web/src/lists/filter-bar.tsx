/** Search, filters as chips, and the choice of columns. */

import { Columns3, Download, Plus, X } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useWrite } from '../api/write'
import { Button } from '../kit/button'
import { classes } from '../kit/classes'
import { BareInput } from '../kit/field'
import { type ColumnChoice, placeColumns } from '../kit/grid/columns'
import { Menu, MenuItem, Panel } from '../kit/menu'
import { useShortcut } from '../kit/shortcuts'
import { Skeleton } from '../kit/skeleton'
import type { ListDefinition } from './definition'
import { exportList } from './export'
import styles from './list.module.css'
import { ENDINGS, type FilterField, type ListQuery, readValues, setOf } from './query'
import { t } from './texts'
import type { ChangeAddress } from './use-address'
import { ViewMenu } from './view-menu'

const ColumnPanel = lazy(() =>
  import('./column-panel').then((m) => ({ default: m.AnyColumnPanel })),
)
const FilterPanel = lazy(() =>
  import('./filter-panel').then((m) => ({ default: m.AnyFilterPanel })),
)

interface FilterBarProps<Row> {
  list: ListDefinition<Row>
  query: ListQuery
  layout: readonly ColumnChoice[]
  change: ChangeAddress
  onLayout: (layout: ColumnChoice[]) => void
}

export function FilterBar<Row>(props: FilterBarProps<Row>) {
  const { list, query, change } = props
  const [added, setAdded] = useState<string | null>(null)
  const isSet = (field: string) => Object.keys(setOf(query, field)).length > 0
  const shown = list.filters.filter(({ field }) => isSet(field) || field === added)
  const rest = list.filters.filter((field) => !shown.includes(field))
  return (
    <>
      {list.searchLabel !== null && (
        <SearchBox label={list.searchLabel} value={query.search} onSearch={(q) => change({ q })} />
      )}
      {shown.map((field) => (
        <FilterChip
          key={field.field}
          {...props}
          field={field}
          isNew={field.field === added && !isSet(field.field)}
          onGone={() => setAdded(null)}
        />
      ))}
      {rest.length > 0 && (
        <Menu
          label={t('addFilter')}
          opener={
            <Button icon={Plus} kind="quiet">
              {t('filter')}
            </Button>
          }
        >
          {rest.map((field) => (
            <MenuItem key={field.field} onSelect={() => setAdded(field.field)}>
              {field.label}
            </MenuItem>
          ))}
        </Menu>
      )}
      <span className="grow" />
      {list.tools}
      <ViewMenu />
      <span className={styles.wide}>
        <ExportButton {...props} />
        {!list.body && <ColumnButton {...props} />}
      </span>
    </>
  )
}

/** A lazy component knows no type of row. */
const anyRow = <Row,>(list: ListDefinition<Row>) => list as unknown as ListDefinition<unknown>

function ColumnButton<Row>(props: FilterBarProps<Row>) {
  const opener = (
    <Button icon={Columns3} kind="quiet">
      {t('columns')}
    </Button>
  )
  return (
    <Panel label={t('columns')} align="end" opener={opener}>
      {() => (
        <Suspense fallback={<Skeleton width={160} />}>
          <ColumnPanel {...props} list={anyRow(props.list)} />
        </Suspense>
      )}
    </Panel>
  )
}

function ExportButton<Row>({ list, query, layout }: FilterBarProps<Row>) {
  const write = useWrite({
    send: () => exportList(list, query, placeColumns(list.columns, layout)),
    done: t('exported', { name: list.title }),
  })
  return (
    <Button kind="quiet" icon={Download} aria-busy={write.isPending} onClick={() => write.mutate()}>
      {t('exportCsv')}
    </Button>
  )
}

const TYPING_MS = 180

function SearchBox(props: {
  label: string
  value: string | undefined
  onSearch: (q: string | undefined) => void
}) {
  const { label, value, onSearch } = props
  const box = useRef<HTMLInputElement>(null)
  const timer = useRef(0)
  useShortcut('f', t('focusSearch'), () => box.current?.select())
  useEffect(() => {
    const input = box.current
    if (input && document.activeElement !== input) input.value = value ?? ''
  }, [value])
  return (
    <BareInput
      ref={box}
      type="search"
      label={label}
      placeholder={label}
      className={styles.search}
      defaultValue={value}
      onChange={(event) => {
        const text = event.target.value
        window.clearTimeout(timer.current)
        timer.current = window.setTimeout(() => onSearch(text || undefined), TYPING_MS)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
        event.preventDefault()
        document.querySelector<HTMLElement>('[role=grid],[role=treegrid]')?.focus()
      }}
    />
  )
}

interface FilterChipProps<Row> extends FilterBarProps<Row> {
  field: FilterField
  isNew: boolean
  onGone: () => void
}

function FilterChip<Row>(props: FilterChipProps<Row>) {
  const { list, query, field, change, isNew, onGone } = props
  const clear = () => {
    change(Object.fromEntries(ENDINGS.map((ending) => [field.field + ending, undefined])))
    onGone()
  }
  return (
    <span className={styles.chip}>
      <Panel
        label={field.label}
        startsOpen={isNew}
        onClosed={onGone}
        opener={
          <button type="button" className={classes('truncate')}>
            <b>{field.label}</b> {chipText(query, field)}
          </button>
        }
      >
        {(close) => (
          <Suspense fallback={<Skeleton width={160} />}>
            <FilterPanel
              list={anyRow(list)}
              query={query}
              field={field}
              onSet={change}
              onDone={close}
            />
          </Suspense>
        )}
      </Panel>
      <button type="button" aria-label={t('remove', { name: field.label })} onClick={clear}>
        <X size={13} />
      </button>
    </span>
  )
}

/** `Draft, Released`, `from 3`, `contains steel`. */
function chipText(query: ListQuery, { field, choices, emptyLabel }: FilterField): string {
  const now = (ending: string) => query.filters[field + ending]
  const nameOf = (value: string) =>
    choices?.find((choice) => choice.value === value)?.label ?? value
  const parts = [
    readValues(now('')).map(nameOf).join(', '),
    now('.like') && t('contain', { value: now('.like') ?? '' }),
    now('.from') && t('atLeast', { value: now('.from') ?? '' }),
    now('.to') && t('atMost', { value: now('.to') ?? '' }),
    now('.null') && (now('.null') === 'true' ? (emptyLabel ?? t('empty')) : t('notEmpty')),
  ]
  return parts.filter(Boolean).join(', ') || '…'
}
