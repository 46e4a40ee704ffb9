/** The columns that an exported structure may have, and those that it has at first. */

import type { t } from './texts'

type Key = Parameters<typeof t>[0]

/** Name on the wire, and what it is called. */
export const COLUMNS: readonly (readonly [string, Key])[] = [
  ['level', 'level'],
  ['thumbnail', 'thumbnail'],
  ['itemNumber', 'number'],
  ['name', 'name'],
  ['revision', 'revision'],
  ['state', 'state'],
  ['quantity', 'quantity'],
  ['extendedQuantity', 'total'],
  ['unitOfMeasure', 'unit'],
  ['findNumber', 'find'],
  ['referenceDesignator', 'designators'],
  ['remark', 'remark'],
  ['doNotPlace', 'doNotPlace'],
  ['sourceOrder', 'sourceOrder'],
  ['partType', 'kind'],
  ['description', 'description'],
  ['material', 'material'],
  ['weight', 'weight'],
  ['cost', 'cost'],
  ['leadTime', 'leadTime'],
  ['manufacturer', 'manufacturer'],
  ['mpn', 'mpn'],
  ['supplier', 'supplier'],
  ['orderCode', 'orderCode'],
  ['unitPrice', 'unitPrice'],
]

export const AT_FIRST: readonly string[] = [
  'level',
  'itemNumber',
  'name',
  'revision',
  'state',
  'quantity',
  'unitOfMeasure',
  'findNumber',
  'referenceDesignator',
]

/** The chosen columns in the order of the list; a saved view's own ones stay behind them. */
export function toggledColumn(chosen: readonly string[], name: string, isOn: boolean): string[] {
  if (!isOn) return chosen.filter((one) => one !== name)
  const places = new Map(COLUMNS.map(([one], place) => [one, place]))
  const placeOf = (one: string) => places.get(one) ?? COLUMNS.length
  return [...chosen, name].sort((left, right) => placeOf(left) - placeOf(right))
}
