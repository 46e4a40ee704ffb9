/** The columns of structures. */

import { Link } from '@tanstack/react-router'
import type { BomLine } from '../api/structure'
import { formatDecimal } from '../kit/format'
import type { Column } from '../kit/grid/columns'
import { itemAddress } from '../records/item-address'
import { StateMark } from '../records/state-mark'
import { t } from './texts'

export interface ItemLine {
  item: BomLine['item']
}

/** Number, name, revision and state of the item of a line. */
export function itemColumns<L extends ItemLine>(at: string | undefined): Column<L>[] {
  return [
    {
      id: 'number',
      label: t('number'),
      width: 280,
      text: (line) => line.item.itemNumber,
      render: (line) => (
        <Link to={itemAddress(line.item, '', at)} className="mono" tabIndex={-1}>
          {line.item.itemNumber}
        </Link>
      ),
    },
    { id: 'name', label: t('name'), width: 220, grows: true, text: (line) => line.item.name },
    {
      id: 'revision',
      label: t('revision'),
      width: 60,
      text: (line) => line.item.revision,
      render: (line) => <span className="mono">{line.item.revision}</span>,
    },
    {
      id: 'state',
      label: t('state'),
      width: 116,
      text: (line) => line.item.state,
      render: (line) => <StateMark state={line.item.state} />,
    },
  ]
}

export function bomColumns(at: string | undefined): Column<BomLine>[] {
  return [
    ...itemColumns<BomLine>(at),
    figure('findNumber', t('find_short'), 72, (line) => line.findNumber),
    figure('quantity', t('quantity'), 80, (line) => line.quantity),
    figure('total', t('total'), 104, (line) => line.extendedQuantity),
    {
      id: 'designators',
      label: t('designators'),
      width: 150,
      text: (line) => line.referenceDesignator ?? '',
      render: (line) => <span className="mono muted">{line.referenceDesignator}</span>,
    },
    { id: 'type', label: t('type'), width: 100, isExtra: true, text: (line) => line.item.type },
  ]
}

export function figure<L>(
  id: string,
  label: string,
  width: number,
  value: (line: L) => string | number | null | undefined,
): Column<L> {
  return { id, label, width, align: 'end', text: (line) => formatDecimal(value(line)) }
}
