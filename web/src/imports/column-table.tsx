/** How each column of a list was read and why; where it is still open, each can be read otherwise. */

import type { ImportAnswer } from '../api/imports'
import { sentenceOf } from '../kit/i18n'
import { BareSelect } from './bare-select'
import { FIELDS } from './column-fields'
import styles from './imports.module.css'
import { t } from './texts'

type PlannedColumn = ImportAnswer['plan']['columns'][number]

interface ColumnTableProps {
  columns: readonly PlannedColumn[]
  /** Reads a column otherwise; without it the table only tells. */
  onMap?: (header: string, field: string) => void
}

export function ColumnTable({ columns, onMap }: ColumnTableProps) {
  return (
    <table className={styles.columns}>
      <thead>
        <tr>
          <th scope="col">{t('header')}</th>
          <th scope="col">{t('readAs')}</th>
          <th scope="col">{t('evidence')}</th>
        </tr>
      </thead>
      <tbody>
        {columns.map((column) => (
          <tr key={column.header}>
            <td>{column.header}</td>
            <td>
              {onMap ? <FieldChoice column={column} onMap={onMap} /> : fieldText(column.field)}
            </td>
            <td className="muted">{sentenceOf(column.evidence)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** `cost [EUR]` is the cost, with more said of it. */
function fieldText(field: string): string {
  const [base = field, unit] = field.split(' [')
  const known = FIELDS.find(([name]) => name === base)
  if (base.startsWith('attributes.')) return t('asAttribute', { name: base.slice(11) })
  if (!known) return field
  return unit ? `${t(known[1])} [${unit}` : t(known[1])
}

function FieldChoice({
  column,
  onMap,
}: { column: PlannedColumn } & Required<Pick<ColumnTableProps, 'onMap'>>) {
  const { header, field } = column
  const own = `attributes.${header}`
  const choices = [
    ...FIELDS.map(([name, label]) => ({ value: name, label: t(label) })),
    { value: own, label: t('asAttribute', { name: header }) },
    ...(field === own || FIELDS.some(([name]) => name === field)
      ? []
      : [{ value: field, label: fieldText(field) }]),
  ]
  return (
    <BareSelect
      label={t('readColumn', { header })}
      value={field}
      choices={choices}
      onChoose={(chosen) => onMap(header, chosen)}
    />
  )
}
