/** The order of a report's rows: one key after another. */

import { Plus, X } from 'lucide-react'
import { Button, IconButton } from '../kit/button'
import { SelectField } from '../kit/field'
import { aggregateKey } from './aggregates'
import type { PartProps } from './column-rows'
import { isGrouped, readSort } from './draft'
import { columnText, fieldChoices } from './field-text'
import styles from './reports.module.css'
import { t } from './texts'

const MOST_SORTS = 5

export function SortRows({ draft, set, fields }: PartProps) {
  const { sorts } = draft
  const grouped = isGrouped(draft)
    ? draft.columns.map(({ path, aggregate }) => ({
        value: aggregateKey(path, aggregate),
        label: columnText(path, aggregate),
      }))
    : null
  const choicesAt = (sort: string) => grouped ?? fieldChoices(fields, readSort(sort).key)
  const shown = sorts.length === 0 ? [''] : sorts
  const put = (at: number, sort: string) =>
    set({ sorts: shown.map((one, index) => (index === at ? sort : one)).filter(Boolean) })
  const known = grouped?.map(({ value }) => value) ?? fields.map(({ path }) => path)
  const next = choicesAt('').find(
    ({ value }) => !sorts.some((sort) => readSort(sort).key === value),
  )?.value
  return (
    <fieldset className={styles.group}>
      <legend>{t('order')}</legend>
      {shown.map((sort, index) => (
        <SortRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a key of the order is its place
          key={index}
          sort={known.includes(readSort(sort).key) ? sort : ''}
          label={index === 0 ? t('orderedBy') : t('thenBy')}
          choices={choicesAt(sort)}
          onSort={(changed) => put(index, changed)}
        />
      ))}
      {sorts.length > 0 && sorts.length < MOST_SORTS && next && (
        <div>
          <Button icon={Plus} onClick={() => set({ sorts: [...sorts, `${next}:asc`] })}>
            {t('addSort')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

interface SortRowProps {
  sort: string
  label: string
  choices: readonly { value: string; label: string }[]
  onSort: (sort: string) => void
}

function SortRow({ sort, label, choices, onSort }: SortRowProps) {
  const { key, direction } = readSort(sort)
  return (
    <div className={styles.sort}>
      <SelectField
        label={label}
        value={key}
        choices={[{ value: '', label: t('noOrder') }, ...choices]}
        onChange={({ target }) => onSort(target.value ? `${target.value}:${direction}` : '')}
      />
      <SelectField
        label={t('direction')}
        value={direction}
        disabled={key === ''}
        choices={[
          { value: 'asc', label: t('upwards') },
          { value: 'desc', label: t('downwards') },
        ]}
        onChange={(event) => onSort(`${key}:${event.target.value}`)}
      />
      {key !== '' && (
        <IconButton icon={X} label={t('removeSort', { label })} onClick={() => onSort('')} />
      )}
    </div>
  )
}
