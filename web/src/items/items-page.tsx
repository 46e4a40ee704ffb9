/** Lists of items, of one type or of all. */

import { Link } from '@tanstack/react-router'
import {
  Boxes,
  Bug,
  ClipboardList,
  FileText,
  ListChecks,
  type LucideIcon,
  Plus,
} from 'lucide-react'
import { lazy, Suspense, useMemo } from 'react'
import { mayDo, useMe } from '../api/account'
import type { Version } from '../api/context'
import { designByCodeQuery, designsQuery } from '../api/designs'
import { type Context, type FacetCount, type ItemType, itemFacets, listItems } from '../api/items'
import { queryClient } from '../api/query-client'
import { late } from '../forms/late'
import { Button, buttonClass } from '../kit/button'
import { useShortcut } from '../kit/shortcuts'
import { LoadingRows } from '../kit/states'
import { type ListDefinition, PAGE_SIZE, type Selection } from '../lists/definition'
import { ListPage } from '../lists/list-page'
import { type FilterChoice, type FilterField, type ListQuery, readValues } from '../lists/query'
import { useNew } from '../lists/use-new'
import { itemAddress } from '../records/item-address'
import { StateMark } from '../records/state-mark'
import { TwoLines } from '../records/two-lines'
import { VersionLine } from '../records/version-line'
import { BulkEditButton } from './bulk-edit-button'
import { type AnyItem, fieldLabel, fieldsOf, valueLabel } from './fields'
import { itemColumns } from './item-columns'
import { typeName } from './labels'
import { ListVersionMenu, useListVersion } from './list-version'
import { t } from './texts'
import { useCellChanges } from './use-cell-changes'

const NewItemDialog = late(async () => (await import('./new-item-dialog')).NewItemDialog)

const ItemGlance = lazy(() => import('./item-glance').then((m) => ({ default: m.ItemGlance })))

const CoverageLink = lazy(() =>
  import('../graph/coverage-link').then((m) => ({ default: m.CoverageLink })),
)

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
  const [isNew, setNew] = useNew()
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
  const version = useListVersion()
  return (
    <>
      {version && <VersionLine version={version} />}
      {version ? <VersionedList {...{ type, actions, version }} /> : <LoadingRows />}
      {isNew && reason === null && (
        <NewItemDialog type={type ?? 'Part'} onClose={() => setNew(false)} />
      )}
    </>
  )
}

interface ListProps {
  type: ItemType | undefined
  actions: React.ReactNode
  version: Version
}

function VersionedList(props: ListProps) {
  return <ListPage key={props.type} list={useItemList(props)} />
}

function useRefusal(type: ItemType | undefined, { kind }: Version): string | null {
  const me = useMe()
  if (kind === 'commit') return t('readOnlyThen')
  return mayDo(me, `${(type ?? 'Part').toLowerCase()}s.update`) ? null : t('mayNotEdit')
}

function useItemList({ type, actions, version }: ListProps): ListDefinition<AnyItem> {
  const { context, at } = version
  const changes = useCellChanges(context)
  const refusal = useRefusal(type, version)
  const fixed = useMemo(
    () => ({
      kind: 'items',
      scope: [type, at].join(' '),
      tools: <ListVersionMenu version={version} />,
      title: type ? t(type) : t('allItems'),
      icon: type ? ICONS[type] : Boxes,
      columns: itemColumns(type, { refusal, at }),
      filters: itemFilters(type),
      defaultSort: 'modifiedAt:desc',
      searchLabel: t('search'),
      fetchPage: (query: ListQuery, page: number) => fetchItems({ type, context }, query, page),
      fetchFacets: (query: ListQuery, fields: readonly string[]) =>
        fetchFacets({ type, context }, query, fields),
      keyOf: (item: AnyItem) => item.id,
      addressOf: (item: AnyItem) => itemAddress(item, '', at),
      narrow: (item: AnyItem) => <NarrowItem item={item} />,
      inspect: (item: AnyItem) => (
        <Suspense>
          <ItemGlance item={item} />
        </Suspense>
      ),
      selectionActions: type
        ? (selection: Selection<AnyItem>) => (
            <BulkEditButton {...{ type, selection, context, refusal }} />
          )
        : undefined,
    }),
    [type, refusal, context, at, version],
  )
  const toCoverage = type === 'Requirement' && (
    <>
      <Suspense>
        <CoverageLink />
      </Suspense>
      {actions}
    </>
  )
  const ways = (
    <>
      {actions}
      {(type === undefined || type === 'Part') && <ImportLink />}
    </>
  )
  const empty = { title: t('emptyTitle'), note: t('emptyNote'), actions: ways }
  return { ...fixed, actions: toCoverage || actions, empty, onChanges: changes }
}

function ImportLink() {
  if (!mayDo(useMe(), 'imports.create'))
    return <Button reason={t('mayNotImport')}>{t('importList')}</Button>
  return (
    <Link to="/import" search={{}} className={buttonClass({})}>
      {t('importList')}
    </Link>
  )
}

interface Asked {
  type: ItemType | undefined
  context: Context
}

/** The query as the server takes it, which knows designs by their ids; null where no such design is. */
async function parameters(
  { type, context }: Asked,
  query: ListQuery,
): Promise<Record<string, string | undefined> | null> {
  const { design, 'design.null': noDesign, ...filters } = query.filters
  const designId = design && (await designIds(readValues(design)))
  if (designId === '') return null
  return { type, search: query.search, ...context, ...filters, designId, 'designId.null': noDesign }
}

async function designIds(codes: readonly string[]): Promise<string> {
  const found = codes.map((code) => queryClient.fetchQuery(designByCodeQuery(code)))
  return (await Promise.all(found)).flatMap((one) => one?.record.id ?? []).join(',')
}

async function fetchFacets(asked: Asked, query: ListQuery, fields: readonly string[]) {
  const names = fields.map((field) => (field === 'design' ? 'designId' : field))
  const narrowed = await parameters(asked, query)
  if (!narrowed) return {}
  const counted = await itemFacets(narrowed, names)
  const { designId, ...plain } = counted
  const choices: Record<string, FilterChoice[]> = {}
  for (const [field, values] of Object.entries(plain)) {
    choices[field] = values.flatMap(({ value, count }) =>
      value === null ? [] : [{ value, label: value, count }],
    )
  }
  if (designId) choices.design = await designChoices(designId)
  return choices
}

async function designChoices(counts: readonly FacetCount[]): Promise<FilterChoice[]> {
  const { designs } = await queryClient.fetchQuery(designsQuery)
  return designs.map(({ id, code, name }) => ({
    value: code,
    label: `${code}  ${name}`,
    count: counts.find(({ value }) => value === id)?.count ?? 0,
  }))
}

async function fetchItems(asked: Asked, query: ListQuery, page: number) {
  const sort = query.sort ?? 'modifiedAt:desc'
  const narrowed = await parameters(asked, query)
  if (!narrowed) return { rows: [], total: 0 }
  const answer = await listItems({ ...narrowed, sort, page, limit: PAGE_SIZE })
  return { rows: answer.items, total: answer.total }
}

function itemFilters(type: ItemType | undefined): FilterField[] {
  const states = (type && STATES[type]) ?? CONTENT_STATES
  const plain = (values: readonly string[]) =>
    values.map((value) => ({ value, label: valueLabel(value) }))
  const own = fieldsOf(type).filter((field) => field.kind !== 'person')
  const types = [...Object.keys(ICONS), 'ChangeOrder']
  const ofAll: FilterField = {
    field: 'type',
    label: t('type'),
    kind: 'choice',
    choices: types.map((value) => ({ value, label: typeName(value) })),
    isFacet: true,
  }
  return [
    ...(type ? [] : [ofAll]),
    { field: 'state', label: t('state'), kind: 'choice', choices: plain(states), isFacet: true },
    {
      field: 'design',
      label: t('design'),
      kind: 'choice',
      isFacet: true,
      emptyLabel: t('inLibrary'),
    },
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
