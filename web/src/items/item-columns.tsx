/** The columns of lists of items. */

import { Link } from '@tanstack/react-router'
import type { ItemType } from '../api/items'
import { typedFigure } from '../kit/figures'
import { formatWhen } from '../kit/format'
import type { CellEdit, Column } from '../kit/grid/columns'
import { wordOf } from '../kit/i18n'
import { itemAddress } from '../records/item-address'
import { StateMark } from '../records/state-mark'
import { editReason } from './edit-reason'
import {
  type AnyItem,
  DESCRIPTION,
  fieldLabel,
  fieldsOf,
  fieldText,
  type ItemField,
  plainText,
  rawValue,
} from './fields'
import { ItemPicture } from './item-picture'
import { typeName } from './labels'
import { t } from './texts'

interface Seen {
  /** Why the reader may edit none of them. */
  refusal: string | null
  /** The branch or commit that rows lead to. */
  at?: string
}

export function itemColumns(type: ItemType | undefined, { refusal, at }: Seen): Column<AnyItem>[] {
  const columns = columnsOf(type, at)
  if (refusal === null) return columns
  return columns.map((column) =>
    column.edit ? { ...column, edit: { ...column.edit, reason: () => refusal } } : column,
  )
}

function columnsOf(type: ItemType | undefined, at: string | undefined): Column<AnyItem>[] {
  const own = type ? fieldsOf(type) : fieldsOf('Part')
  const fields = [...own, DESCRIPTION].filter((field) => field.name !== 'fileSize' || type)
  return [
    numberColumn(at),
    {
      id: 'name',
      label: t('name'),
      width: 240,
      grows: true,
      sort: 'name',
      text: (item) => item.name,
      edit: nameEdit(),
    },
    {
      id: 'revision',
      label: t('revision'),
      width: 60,
      sort: 'revision',
      text: (item) => item.revision,
      render: (item) => <span className="mono">{item.revision}</span>,
    },
    stateColumn(),
    ...(type ? [] : [typeColumn()]),
    pictureColumn(),
    ...fields.map(fieldColumn),
    whenColumn('modifiedAt'),
    { ...whenColumn('createdAt'), isExtra: true },
  ]
}

function pictureColumn(): Column<AnyItem> {
  return {
    id: 'picture',
    label: t('picture'),
    width: 80,
    isExtra: true,
    text: () => '',
    render: (item) => <ItemPicture id={item.id} />,
  }
}

function nameEdit(): CellEdit<AnyItem> {
  return { kind: 'text', value: (item) => item.name, reason: editReason }
}

function numberColumn(at: string | undefined): Column<AnyItem> {
  return {
    id: 'itemNumber',
    label: t('number'),
    width: 168,
    sort: 'itemNumber',
    text: (item) => item.itemNumber,
    render: (item) => (
      <Link to={itemAddress(item, '', at)} className="mono" tabIndex={-1}>
        {item.itemNumber}
      </Link>
    ),
  }
}

function stateColumn(): Column<AnyItem> {
  return {
    id: 'state',
    label: t('state'),
    width: 128,
    sort: 'state',
    text: (item) => wordOf(item.state),
    render: (item) => <StateMark state={item.state} />,
  }
}

function typeColumn(): Column<AnyItem> {
  return {
    id: 'type',
    label: t('type'),
    width: 124,
    sort: 'type',
    text: (item) => typeName(item.type),
  }
}

function fieldColumn(field: ItemField): Column<AnyItem> {
  return {
    id: field.name,
    label: fieldLabel(field),
    width: field.width,
    align: field.kind === 'number' ? 'end' : undefined,
    isExtra: field.isExtra,
    sort: field.kind === 'person' || field.kind === 'long' ? undefined : field.name,
    text: (item) => fieldText(item, field),
    short: field.short,
    render:
      field.kind === 'number'
        ? undefined
        : (item) => <span className="muted">{fieldText(item, field)}</span>,
    edit: editOf(field),
  }
}

function editOf(field: ItemField): CellEdit<AnyItem> | undefined {
  if (field.isReadOnly || field.kind === 'person') return undefined
  return {
    kind: field.kind === 'long' ? 'text' : field.kind,
    value: (item) => cellText(item, field),
    choices: field.choices,
    reason: editReason,
  }
}

/** A figure without its unit, which stays: the column is narrow. */
function cellText(item: AnyItem, field: ItemField): string {
  const value = plainText(rawValue(item, field.name))
  return field.kind === 'number' ? typedFigure(value) : value
}

function whenColumn(name: 'modifiedAt' | 'createdAt'): Column<AnyItem> {
  return {
    id: name,
    label: t(name),
    width: 104,
    sort: name,
    text: (item) => item[name],
    render: (item) => <span className="muted figures">{formatWhen(item[name])}</span>,
  }
}
