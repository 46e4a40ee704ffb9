/** One condition: a field, a comparison, a value. */

import { X } from 'lucide-react'
import type { ReportField } from '../api/reports'
import { IconButton } from '../kit/button'
import { BareInput } from '../kit/field'
import { type DraftFilter, isWords, needsValue, operatorsOf, takesSeveral } from './draft'
import { fieldChoices, fieldText } from './field-text'
import styles from './reports.module.css'
import { t } from './texts'

interface FilterRowProps {
  filter: DraftFilter
  fields: readonly ReportField[]
  onChange: (filter: DraftFilter) => void
  onRemove: () => void
}

const INPUTS: Readonly<Record<string, string>> = { date: 'date', moment: 'date' }

export function FilterRow({ filter, fields, onChange, onRemove }: FilterRowProps) {
  const kindOf = (path: string) => fields.find((one) => one.path === path)?.kind ?? 'text'
  const kind = kindOf(filter.path)
  const operators = operatorsOf(kind)
  const name = fieldText(filter.path)
  const changePath = (path: string) => {
    const isSame = isWords(kindOf(path)) === isWords(kind)
    const operator = isSame ? filter.operator : (operatorsOf(kindOf(path))[0] ?? 'eq')
    onChange({ ...filter, path, operator, value: isSame ? filter.value : '' })
  }
  return (
    <div className={styles.filter} role="group" aria-label={t('condition', { name })}>
      <select
        aria-label={t('field')}
        value={filter.path}
        onChange={(event) => changePath(event.target.value)}
      >
        {fieldChoices(fields, filter.path).map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <select
        aria-label={t('comparison')}
        value={filter.operator}
        onChange={(event) => onChange({ ...filter, operator: event.target.value })}
      >
        {operators.map((operator) => (
          <option key={operator} value={operator}>
            {t(`op_${operator}`)}
          </option>
        ))}
      </select>
      <IconButton icon={X} label={t('removeCondition', { name })} onClick={onRemove} />
      {needsValue(filter.operator) && (
        <BareInput
          label={t('value')}
          className={styles.value}
          type={takesSeveral(filter.operator) ? 'text' : (INPUTS[kind] ?? 'text')}
          value={filter.value}
          placeholder={takesSeveral(filter.operator) ? t('severalValues') : t('value')}
          onChange={(event) => onChange({ ...filter, value: event.target.value })}
        />
      )}
      {filter.operator === 'between' && (
        <BareInput
          label={t('upTo')}
          className={styles.value}
          type={INPUTS[kind] ?? 'text'}
          value={filter.upTo ?? ''}
          placeholder={t('upTo')}
          onChange={(event) => onChange({ ...filter, upTo: event.target.value })}
        />
      )}
    </div>
  )
}
