/** What a column of a list of parts may be read as. */

import type { t } from './texts'

type Key = Parameters<typeof t>[0]

export const FIELDS: readonly (readonly [string, Key])[] = [
  ['itemNumber', 'f_number'],
  ['name', 'f_name'],
  ['description', 'f_description'],
  ['quantity', 'f_quantity'],
  ['level', 'f_level'],
  ['parentItemNumber', 'f_parent'],
  ['findNumber', 'f_find'],
  ['referenceDesignator', 'f_designators'],
  ['revision', 'f_revision'],
  ['partType', 'f_kind'],
  ['material', 'f_material'],
  ['weight', 'f_weight'],
  ['weightUnit', 'f_weightUnit'],
  ['cost', 'f_cost'],
  ['costCurrency', 'f_currency'],
  ['leadTimeDays', 'f_leadTime'],
  ['unitOfMeasure', 'f_unit'],
  ['quantityOnHand', 'f_onHand'],
  ['location', 'f_location'],
  ['ignore', 'f_ignore'],
]
