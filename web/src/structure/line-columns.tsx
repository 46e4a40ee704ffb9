/** The columns of structures. */

import { Link } from '@tanstack/react-router'
import type { LineItem } from '../api/structure'
import { classes } from '../kit/classes'
import { typedFigure } from '../kit/figures'
import { formatDecimal, formatMoney, formatShort } from '../kit/format'
import type { CellEdit, Column } from '../kit/grid/columns'
import { wordOf } from '../kit/i18n'
import { itemAddress } from '../records/item-address'
import { StateMark } from '../records/state-mark'
import { decimal, isFindNumber, isQuantity } from './line-figures'
import type { Line, Locks } from './lines'
import styles from './structure.module.css'
import { t } from './texts'

type ShownItem = Pick<LineItem, 'id' | 'itemNumber' | 'name' | 'revision' | 'state' | 'isNew'> & {
  wantedNumber?: string
}

/** Number, name, revision and state of the item of a line. */
export function itemColumns<L>(
  itemOf: (line: L) => ShownItem,
  at: string | undefined,
): [Column<L>, ...Column<L>[]] {
  return [
    {
      id: 'number',
      label: t('number'),
      width: 280,
      text: (line) => itemOf(line).itemNumber,
      render: (line) => <ItemNumber item={itemOf(line)} at={at} />,
    },
    { id: 'name', label: t('name'), width: 220, grows: true, text: (line) => itemOf(line).name },
    {
      id: 'revision',
      label: t('revision'),
      width: 60,
      text: (line) => itemOf(line).revision,
      render: (line) => <span className="mono">{itemOf(line).revision}</span>,
    },
    {
      id: 'state',
      label: t('state'),
      width: 128,
      text: (line) => wordOf(itemOf(line).state),
      render: (line) => !itemOf(line).isNew && <StateMark state={itemOf(line).state} />,
    },
  ]
}

function ItemNumber({ item, at }: { item: ShownItem; at: string | undefined }) {
  if (item.isNew) return <em className={styles.new}>{item.wantedNumber ?? t('newPart')}</em>
  return (
    <Link to={itemAddress(item, '', at)} className="mono" tabIndex={-1} draggable={false}>
      {item.itemNumber}
    </Link>
  )
}

type Reason = (line: Line) => string | null

export function bomColumns(at: string | undefined, reason: Reason, locks?: Locks): Column<Line>[] {
  const figureEdit = (id: string, value: (line: Line) => string): CellEdit<Line> => ({
    kind: 'number',
    value,
    reason,
    check: (text) => wrongFigure(id, text),
  })
  const [number, ...rest] = itemColumns<Line>((line) => line.relation.item, at)
  return [
    {
      ...number,
      render: (line) => (
        <LineNumber line={line} at={at} lockedBy={locks?.get(line.relation.item.itemNumber)} />
      ),
    },
    ...rest,
    {
      ...figure<Line>('findNumber', t('findShort'), 72, (line) => line.relation.findNumber),
      edit: figureEdit('findNumber', (line) => String(line.relation.findNumber ?? '')),
    },
    {
      ...figure<Line>('quantity', t('quantity'), 80, (line) => line.relation.quantity),
      edit: figureEdit('quantity', (line) => typedFigure(String(line.relation.quantity))),
    },
    figure('total', t('total'), 104, (line) => line.total),
    {
      id: 'designators',
      label: t('designators'),
      width: 150,
      text: (line) => line.relation.referenceDesignator ?? '',
      render: (line) => <span className="mono muted">{line.relation.referenceDesignator}</span>,
      edit: { kind: 'text', value: (line) => line.relation.referenceDesignator ?? '', reason },
    },
    ...moreColumns(),
  ]
}

/** Why a text is no find number or quantity; null where it is one. */
export function wrongFigure(id: string, text: string): string | null {
  const isFind = id === 'findNumber'
  if (isFind && text.trim() === '') return null
  const figure = decimal(text)
  return (isFind ? isFindNumber(figure) : isQuantity(figure))
    ? null
    : t(isFind ? 'badFind' : 'badQuantity', { value: text })
}

/** What the server is asked for, where a column shows it. */
export const EXTRA_FIELDS: Readonly<Record<string, string>> = {
  unitOfMeasure: 'unitOfMeasure',
  partType: 'partType',
  material: 'material',
  weight: 'weight,weightUnit',
  cost: 'cost,costCurrency',
  leadTime: 'leadTime',
  remark: 'remark',
  doNotPlace: 'doNotPlace',
  sourceOrder: 'sourceOrder',
}

/** A word for the mark, since a colour alone says nothing to some. */
interface LineNumberProps {
  line: Line
  at: string | undefined
  lockedBy: string | undefined
}

function LineNumber({ line, at, lockedBy }: LineNumberProps) {
  return (
    <>
      <ItemNumber item={line.relation.item} at={at} />
      {lockedBy && (
        <small className={classes(styles.mark, styles.changed)}>
          {t('lockedBy', { name: lockedBy })}
        </small>
      )}
      {line.relation.item.isFamily && <small className={styles.mark}>{t('family')}</small>}
      {line.mark && (
        <small className={classes(styles.mark, styles[line.mark])}>{t(`mark_${line.mark}`)}</small>
      )}
    </>
  )
}

function moreColumns(): Column<Line>[] {
  const words = (id: 'partType' | 'material' | 'unitOfMeasure', label: string, width: number) => ({
    id,
    label,
    width,
    isExtra: true,
    text: (line: Line) => line.relation.item[id] ?? '',
  })
  const ofLine = (id: 'remark' | 'doNotPlace' | 'sourceOrder', width: number) => ({
    id,
    label: t(id),
    width,
    isExtra: true,
    text: ({ relation: { columns, at = 0 } }: Line) => {
      const value = columns?.[id]?.[at]
      return value === true ? t('doNotPlace') : String(value || '')
    },
  })
  return [
    ofLine('remark', 180),
    ofLine('doNotPlace', 110),
    ofLine('sourceOrder', 100),
    words('unitOfMeasure', t('unit'), 70),
    words('partType', t('partType'), 110),
    words('material', t('material'), 130),
    {
      id: 'weight',
      label: t('weight'),
      width: 100,
      align: 'end',
      isExtra: true,
      text: weightWith(formatDecimal),
      short: weightWith(formatShort),
    },
    {
      id: 'cost',
      label: t('unitCost'),
      width: 110,
      align: 'end',
      isExtra: true,
      text: ({ relation: { item } }) =>
        item.cost ? formatMoney(item.cost, item.costCurrency ?? '') : '',
    },
    {
      ...figure<Line>('leadTime', t('leadTime'), 90, (l) => l.relation.item.leadTime),
      isExtra: true,
    },
  ]
}

function weightWith(format: (weight: string) => string) {
  return ({ relation: { item } }: Line) =>
    item.weight ? `${format(item.weight)} ${item.weightUnit ?? ''}` : ''
}

export function figure<L>(
  id: string,
  label: string,
  width: number,
  value: (line: L) => string | number | null | undefined,
): Column<L> {
  return { id, label, width, align: 'end', text: (line) => formatDecimal(value(line)) }
}
