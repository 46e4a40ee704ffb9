/** The page of any list: head, filters, grid, inspector, and what can be done with a selection. */

import { useNavigate } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { Button } from '../kit/button'
import { classes } from '../kit/classes'
import { defaultLayout, readLayout, writeLayout } from '../kit/grid/columns'
import { Grid } from '../kit/grid/grid'
import { type GridState, START } from '../kit/grid/selection'
import { Bar, PageHead } from '../kit/page'
import { EmptyState, LoadingRows } from '../kit/states'
import { QueryError } from '../records/query-error'
import type { ListDefinition } from './definition'
import { FilterBar } from './filter-bar'
import { Inspector } from './inspector'
import { type LeftList, left } from './left-list'
import styles from './list.module.css'
import { readListQuery, withoutFilters } from './query'
import type { SelectionBarProps } from './selection-bar'
import { t } from './texts'
import { useAddress } from './use-address'
import { type Pages, usePages } from './use-pages'

const AnySelectionBar = lazy(() =>
  import('./selection-bar').then((m) => ({ default: m.AnySelectionBar })),
)

export function ListPage<Row>({ list }: { list: ListDefinition<Row> }) {
  const [address, change] = useAddress()
  const query = useMemo(() => readListQuery(address, list.filters), [address, list.filters])
  const pages = usePages(list, query)
  useEffect(() => {
    left.last = { list, query, pages } as unknown as LeftList
  })
  const [state, setState] = useState<GridState>(START)
  const asked = JSON.stringify(query)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question, another cursor
  useEffect(() => setState(START), [asked])
  const layout = useMemo(() => {
    const chosen = readLayout(address.cols, list.columns)
    return chosen.length > 0 ? chosen : defaultLayout(list.columns)
  }, [address.cols, list.columns])
  const SelectionBar = AnySelectionBar as unknown as ComponentType<SelectionBarProps<Row>>
  const isPeeking = address.peek !== undefined && list.inspect !== undefined
  const shown = pages.rowAt(state.row)
  const isFiltered = query.search !== undefined || Object.keys(query.filters).length > 0
  // Nothing to search, to save as a view or to take away.
  const isBare = !pages.isPending && !isFiltered && (pages.total === 0 || pages.error !== null)
  return (
    <>
      <PageHead
        title={list.title}
        count={pages.isPending ? undefined : pages.total}
        actions={list.actions}
        tabs={list.tabs}
      />
      {(!isBare || list.tools) && (
        <Bar label={t('tools')}>
          {isBare ? (
            list.tools
          ) : (
            <FilterBar
              list={list}
              query={query}
              layout={layout}
              change={change}
              onLayout={(next) => change({ cols: writeLayout(next) })}
            />
          )}
        </Bar>
      )}
      <div className={styles.work}>
        <div className={styles.list}>
          {list.body ? (
            list.body(query)
          ) : (
            <ListBody
              list={list}
              pages={pages}
              state={state}
              onState={setState}
              grid={{ layout, onLayout: (next) => change({ cols: writeLayout(next) }) }}
              order={query.sort ?? list.defaultSort}
              isFiltered={isFiltered}
              change={change}
              onPeek={() => change({ peek: isPeeking ? undefined : '1' })}
            />
          )}
          <Suspense>
            {state.selected.size > 0 && (
              <SelectionBar
                list={list}
                pages={pages}
                query={query}
                layout={layout}
                state={state}
                onState={setState}
              />
            )}
          </Suspense>
        </div>
        {isPeeking && shown !== undefined && (
          <Inspector list={list} row={shown} onClose={() => change({ peek: undefined })} />
        )}
      </div>
    </>
  )
}

interface ListBodyProps<Row> {
  list: ListDefinition<Row>
  pages: Pages<Row>
  state: GridState
  onState: (next: GridState) => void
  grid: Pick<React.ComponentProps<typeof Grid<Row>>, 'layout' | 'onLayout'>
  order: string
  isFiltered: boolean
  change: ReturnType<typeof useAddress>[1]
  onPeek: () => void
}

function ListBody<Row>(props: ListBodyProps<Row>) {
  const { list, pages, isFiltered, change } = props
  const navigate = useNavigate()
  if (pages.isPending) return <LoadingRows />
  if (pages.error !== null) {
    return <QueryError error={pages.error} onRetry={pages.retry} />
  }
  if (pages.total === 0 && isFiltered) {
    const clear = () => change(withoutFilters(list.filters))
    const actions = <Button onClick={clear}>{t('clearAll')}</Button>
    return (
      <EmptyState icon={list.icon} title={t('noMatch')} actions={actions}>
        {t('noMatchNote')}
      </EmptyState>
    )
  }
  if (pages.total === 0) {
    return (
      <EmptyState icon={list.icon} title={list.empty.title} actions={list.empty.actions}>
        {list.empty.note}
      </EmptyState>
    )
  }
  return (
    <div className={classes(styles.list, pages.isStale && styles.stale)}>
      <Grid
        label={list.title}
        columns={list.columns}
        {...props.grid}
        count={pages.total}
        rowAt={pages.rowAt}
        keyOf={list.keyOf}
        state={props.state}
        onState={props.onState}
        order={props.order}
        onOrder={(sort) => change({ sort })}
        onOpen={(row) => void navigate({ to: list.addressOf(row) })}
        onPeek={list.inspect && props.onPeek}
        onChanges={list.onChanges}
        onRange={pages.onRange}
        narrow={list.narrow}
      />
    </div>
  )
}
