/** Lists of items, of one type or of all. */

import {
  Boxes,
  Bug,
  ClipboardList,
  FileText,
  ListChecks,
  type LucideIcon,
  Plus,
} from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { mayDo, useMe } from '../api/account'
import { type ItemType, itemFacets, listItems } from '../api/items'
import { Button } from '../kit/button'
import { useShortcut } from '../kit/shortcuts'
import { type ListDefinition, PAGE_SIZE, type Selection } from '../lists/definition'
import { ListPage } from '../lists/list-page'
import type { FilterField, ListQuery } from '../lists/query'
import { itemAddress } from '../records/item-address'
import { StateMark } from '../records/state-mark'
import { TwoLines } from '../records/two-lines'
import { BulkEditButton } from './bulk-edit-button'
import { type AnyItem, fieldLabel, fieldsOf } from './fields'
import { itemColumns } from './item-columns'
import { ItemGlance } from './item-glance'
import { t } from './texts'
import { useCellChanges } from './use-cell-changes'

const NewItemDialog = lazy(async () => ({
  default: (await import('./new-item-dialog')).NewItemDialog,
}))

const ICONS: Readonly<Record<ItemType, LucideIcon>> = {
  Part: Boxes,
  Document: FileText,
  Requirement: ListChecks,
  Task: ClipboardList,
  Issue: Bug,
}
const STATES: Readonly<Record<string, readonly string[]>> = {
  Task: ['Draft', 'In Progress', 'Done'],
  Issue: ['Open', 'In Progress', 'Resolved', 'Closed', 'Cancelled'],
}
const CONTENT_STATES = ['Draft', 'In Review', 'Released', 'Superseded', 'Obsolete']

export function AllItemsPage() {
  return <ItemsPage type={undefined} />
}
export function PartsPage() {
  return <ItemsPage type="Part" />
}
export function DocumentsPage() {
  return <ItemsPage type="Document" />
}
export function RequirementsPage() {
  return <ItemsPage type="Requirement" />
}
export function TasksPage() {
  return <ItemsPage type="Task" />
}
export function IssuesPage() {
  return <ItemsPage type="Issue" />
}

function ItemsPage({ type }: { type: ItemType | undefined }) {
  const [isNew, setNew] = useState(false)
  const me = useMe()
  const label = type ? t(`new${type}`) : t('newItem')
  const resource = `${(type ?? 'Part').toLowerCase()}s`
  const reason = mayDo(me, `${resource}.create`) ? null : t('mayNotCreate')
  useShortcut('c', label, () => reason === null && setNew(true))
  const actions = (
    <Button kind="primary" icon={Plus} shortcut="C" reason={reason} onClick={() => setNew(true)}>
      {label}
    </Button>
  )
  const refusal = mayDo(me, `${resource}.update`) ? null : t('mayNotEdit')
  const list = useItemList(type, actions, refusal)
  return (
    <>
      <ListPage key={type} list={list} />
      <Suspense>
        {isNew && <NewItemDialog type={type ?? 'Part'} onClose={() => setNew(false)} />}
      </Suspense>
    </>
  )
}

function useItemList(
  type: ItemType | undefined,
  actions: React.ReactNode,
  refusal: string | null,
): ListDefinition<AnyItem> {
  const changes = useCellChanges()
  const fixed = useMemo(
    () => ({
      kind: 'items',
      title: type ? t(type) : t('allItems'),
      icon: type ? ICONS[type] : Boxes,
      columns: itemColumns(type, refusal),
      filters: itemFilters(type),
      defaultSort: 'modifiedAt:desc',
      searchLabel: t('search'),
      fetchPage: (query: ListQuery, page: number) => fetchItems(type, query, page),
      fetchFacets: async (query: ListQuery, fields: readonly string[]) => {
        const counted = await itemFacets(parameters(type, query), fields)
        return Object.fromEntries(
          Object.entries(counted).map(([field, values]) => [
            field,
            values.flatMap(({ value, count }) =>
              value === null ? [] : [{ value, label: value, count }],
            ),
          ]),
        )
      },
      keyOf: (item: AnyItem) => item.id,
      addressOf: (item: AnyItem) => itemAddress(item),
      narrow: (item: AnyItem) => <NarrowItem item={item} />,
      inspect: (item: AnyItem) => <ItemGlance item={item} />,
      selectionActions: type
        ? (selection: Selection<AnyItem>) => (
            <BulkEditButton type={type} selection={selection} refusal={refusal} />
          )
        : undefined,
    }),
    [type, refusal],
  )
  const empty = { title: t('emptyTitle'), note: t('emptyNote'), actions }
  return { ...fixed, actions, empty, onChanges: changes }
}

function parameters(
  type: ItemType | undefined,
  query: ListQuery,
): Record<string, string | undefined> {
  return { type, search: query.search, ...query.filters }
}

async function fetchItems(type: ItemType | undefined, query: ListQuery, page: number) {
  const sort = query.sort ?? 'modifiedAt:desc'
  const answer = await listItems({ ...parameters(type, query), sort, page, limit: PAGE_SIZE })
  return { rows: answer.items, total: answer.total }
}

function itemFilters(type: ItemType | undefined): FilterField[] {
  const states = (type && STATES[type]) ?? CONTENT_STATES
  const plain = (values: readonly string[]) => values.map((value) => ({ value, label: value }))
  const own = fieldsOf(type).filter((field) => field.kind !== 'person')
  return [
    { field: 'state', label: t('state'), kind: 'choice', choices: plain(states), isFacet: true },
    ...own.map((field): FilterField => {
      const isChoice = field.kind === 'choice' || field.isFacet === true
      const typed = field.kind === 'number' || field.kind === 'date' ? field.kind : 'text'
      return {
        field: field.name,
        label: fieldLabel(field),
        kind: isChoice ? 'choice' : typed,
        choices: plain(field.choices ?? []),
        isFacet: isChoice,
      }
    }),
    { field: 'modifiedAt', label: t('modifiedAt'), kind: 'date' },
    { field: 'createdAt', label: t('createdAt'), kind: 'date' },
  ]
}

function NarrowItem({ item }: { item: AnyItem }) {
  const more = (
    <>
      <StateMark state={item.state} />
      <span className="mono">{item.revision}</span>
    </>
  )
  return <TwoLines number={item.itemNumber} name={item.name} more={more} />
}
