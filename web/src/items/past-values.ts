/** Values of an item's history as they read; pure but for the language. */

import type { HistoryEntry } from '../api/item-changes'
import { formatDate } from '../kit/format'
import { wordOf } from '../kit/i18n'
import { figureText } from '../versions/figures'
import { type AnyItem, fieldsOf, plainText, rawValue } from './fields'

/** By the figures' names; without those that are not known for certain. */
export type Units = Readonly<Record<string, string>>

/** The units that an item's figures have had all the time: no entry tells of another. */
export function lastingUnits(
  item: AnyItem,
  entries: readonly Pick<HistoryEntry, 'changes'>[],
  isWhole: boolean,
): Units {
  const units: Record<string, string> = {}
  for (const { name, unit } of fieldsOf(item.type)) {
    const hasChanged = unit && entries.some(({ changes }) => Object.hasOwn(changes ?? {}, unit))
    if (unit && isWhole && !hasChanged) units[name] = plainText(rawValue(item, unit))
  }
  return units
}

const DAY = /^\d{4}-\d\d-\d\d$/

/** A figure or a day as the region writes it, else a word of this application or people's own. */
export function pastText(name: string, value: unknown, unit?: string): string {
  const text = plainText(value)
  if (DAY.test(text)) return formatDate(text)
  return figureText(name, value, unit) ?? wordOf(text)
}
