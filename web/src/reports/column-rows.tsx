/** The columns of a report: each field with its place, and what is made of it. */

import { ArrowDown, ArrowUp, X } from 'lucide-react'
import type { ReportField } from '../api/reports'
import { IconButton } from '../kit/button'
import { SelectField } from '../kit/field'
import { aggregatesOf, fieldKind } from './aggregates'
import { type Draft, type DraftColumn, isGrouped } from './draft'
import { choiceText, fieldChoices, fieldText } from './field-text'
import styles from './reports.module.css'
import { t } from './texts'

export interface PartProps {
  draft: Draft
  set: (change: Partial<Draft>) => void
  fields: readonly ReportField[]
}

export function ColumnRows({ draft, set, fields }: PartProps) {
  const { columns } = draft
  const move = (from: number, to: number) => {
    const next = columns.toSpliced(from, 1)
    const moved = columns[from]
    if (moved) set({ columns: next.toSpliced(to, 0, moved) })
  }
  const change = (key: string, aggregate: string) =>
    set({ columns: columns.map((one) => (one.key === key ? { ...one, aggregate } : one)) })
  const plain = columns.flatMap(({ path, aggregate }) => (aggregate ? [] : choiceText(path)))
  const left = fields.filter(({ path }) => !plain.includes(choiceText(path)))
  const add = (path: string) =>
    set({ columns: [...columns, { key: crypto.randomUUID(), path, aggregate: '' }] })
  return (
    <fieldset className={styles.group}>
      <legend>{t('columns')}</legend>
      <ol className={styles.rows}>
        {columns.map((column, index) => (
          <ColumnRow
            key={column.key}
            column={column}
            kind={fieldKind(fields, column.path)}
            isFirst={index === 0}
            isLast={index === columns.length - 1}
            onMove={(by) => move(index, index + by)}
            onAggregate={(aggregate) => change(column.key, aggregate)}
            onRemove={() => set({ columns: columns.filter(({ key }) => key !== column.key) })}
          />
        ))}
      </ol>
      {isGrouped(draft) && <p className={styles.note}>{t('groupedNote')}</p>}
      <SelectField
        label={t('addColumn')}
        value=""
        choices={[{ value: '', label: t('choose') }, ...fieldChoices(left)]}
        onChange={(event) => event.target.value && add(event.target.value)}
      />
    </fieldset>
  )
}

interface ColumnRowProps {
  column: DraftColumn
  kind: string
  isFirst: boolean
  isLast: boolean
  onMove: (by: number) => void
  onAggregate: (aggregate: string) => void
  onRemove: () => void
}

function ColumnRow(props: ColumnRowProps) {
  const { column, kind, isFirst, isLast, onMove, onAggregate, onRemove } = props
  const name = fieldText(column.path)
  return (
    <li>
      <span className="truncate grow">{name}</span>
      <select
        aria-label={t('aggregateOf', { name })}
        value={column.aggregate}
        onChange={(event) => onAggregate(event.target.value)}
      >
        <option value="">{t('eachValue')}</option>
        {aggregatesOf(kind).map((aggregate) => (
          <option key={aggregate} value={aggregate}>
            {t(`agg_${aggregate}`)}
          </option>
        ))}
      </select>
      <IconButton
        icon={ArrowUp}
        label={t('moveUp', { name })}
        reason={isFirst ? t('isFirst') : null}
        onClick={() => onMove(-1)}
      />
      <IconButton
        icon={ArrowDown}
        label={t('moveDown', { name })}
        reason={isLast ? t('isLast') : null}
        onClick={() => onMove(1)}
      />
      <IconButton icon={X} label={t('removeColumn', { name })} onClick={onRemove} />
    </li>
  )
}
