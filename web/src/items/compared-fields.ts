/** What differs of two items themselves, or of one in two versions: fields and files; pure but for the language. */

import type { FileRecord } from '../api/files'
import { type DifferenceRow, valueText } from '../versions/difference-words'
import { fieldPercent, type Unit } from '../versions/figures'
import {
  type AnyItem,
  attributeField,
  attributesOf,
  DESCRIPTION,
  fieldLabel,
  fieldsOf,
  fieldText,
  type ItemField,
  rawValue,
} from './fields'
import { t } from './texts'

const HEAD = ['name', 'revision'] as const
/** What a working copy has in place of the revision that it will be. */
const UNRELEASED = '-'

export function comparedFields(before: AnyItem, after: AnyItem): DifferenceRow[] {
  const names = new Set([attributesOf(before), attributesOf(after)].flatMap(Object.keys))
  const all: ItemField[] = [
    ...HEAD.map((name): ItemField => ({ name, kind: 'text', width: 0 })),
    DESCRIPTION,
    ...fieldsOf(before.type),
    ...fieldsOf(after.type),
    ...[...names].map(attributeField),
  ]
  const rows = new Map(all.map((field) => [fieldKey(field), rowOf(field, before, after)]))
  const isTold = ({ key, from, to }: DifferenceRow) =>
    from !== to && !(key === 'revision' && [from, to].includes(UNRELEASED))
  return [...rows.values()].filter(isTold)
}

const fieldKey = ({ name, isAttribute }: ItemField) => `${isAttribute ? 'attributes.' : ''}${name}`

function rowOf(field: ItemField, before: AnyItem, after: AnyItem): DifferenceRow {
  const { name, unit, isAttribute } = field
  const unitOf = (item: AnyItem) => (unit ? rawValue(item, unit) : '') as Unit
  return {
    key: fieldKey(field),
    sign: '~',
    what: fieldLabel(field),
    from: fieldText(before, field),
    to: fieldText(after, field),
    more: isAttribute
      ? ''
      : fieldPercent(name, rawValue(before, name), rawValue(after, name), [
          unitOf(before),
          unitOf(after),
        ]),
  }
}

export interface ComparedFile {
  name: string
  before: FileRecord | null
  after: FileRecord | null
}

/** Files of other content, or on one side alone: one of both by its id, else by its name. */
export function comparedFiles(
  before: readonly FileRecord[],
  after: readonly FileRecord[],
): ComparedFile[] {
  const left = new Set(before)
  const taken = (isIt: (file: FileRecord) => boolean) => {
    const found = [...left].find(isIt) ?? null
    if (found) left.delete(found)
    return found
  }
  const pairs = after.map((file): ComparedFile => {
    const { id, originalFileName: name } = file
    const known = taken((one) => one.id === id) ?? taken((one) => one.originalFileName === name)
    return { name, before: known, after: file }
  })
  const gone = [...left].map((file) => ({ name: file.originalFileName, before: file, after: null }))
  return [...pairs, ...gone].filter((pair) => pair.before?.checksum !== pair.after?.checksum)
}

export function fileRow({ name, before, after }: ComparedFile): DifferenceRow {
  return {
    key: before?.id ?? after?.id ?? name,
    sign: before && after ? '~' : before ? '−' : '+',
    what: t('file'),
    from: valueText(before),
    to: valueText(after),
    more: '',
  }
}
