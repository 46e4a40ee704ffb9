/** What a report is made of, as controls. */

import { Plus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { ReportField } from '../api/reports'
import { Button } from '../kit/button'
import { SelectField, TextField } from '../kit/field'
import { ChartFields } from './chart-fields'
import { ColumnRows, type PartProps } from './column-rows'
import { type Draft, EMPTY } from './draft'
import { typeText } from './field-text'
import { FilterRow } from './filter-row'
import styles from './reports.module.css'
import { SortRows } from './sort-rows'
import { t } from './texts'

/** Below the fold, with what finds people. */
const SharingFields = lazy(async () => ({
  default: (await import('./sharing-fields')).SharingFields,
}))

interface BuilderFormProps {
  draft: Draft
  onDraft: (draft: Draft) => void
  types: readonly { itemType: string }[]
  fields: readonly ReportField[]
  isNew: boolean
}

export function BuilderForm({ draft, onDraft, types, fields, isNew }: BuilderFormProps) {
  const set = (change: Partial<Draft>) => onDraft({ ...draft, ...change })
  const part = { draft, set, fields }
  const tested = { ...part, fields: fields.filter((field) => !field.isShownOnly) }
  const choices = types.map(({ itemType: value }) => ({ value, label: typeText(value) }))
  return (
    <form className={styles.form} aria-label={t('builder')} onSubmit={(e) => e.preventDefault()}>
      <TextField
        label={t('name')}
        value={draft.name}
        maxLength={500}
        autoFocus={isNew}
        onChange={(event) => set({ name: event.target.value })}
      />
      <TextField
        label={t('description')}
        value={draft.description}
        maxLength={2000}
        onChange={(event) => set({ description: event.target.value })}
      />
      <SelectField
        label={t('about')}
        value={draft.itemType}
        choices={choices}
        disabled={!isNew}
        onChange={(event) =>
          // Fields of one type are not those of another.
          set({ ...EMPTY, name: draft.name, itemType: event.target.value })
        }
      />
      <ColumnRows {...part} />
      <Filters {...tested} />
      <SortRows {...tested} />
      <ChartFields {...part} />
      <Suspense>
        <SharingFields draft={draft} set={set} />
      </Suspense>
    </form>
  )
}

function Filters({ draft, set, fields }: PartProps) {
  const { filters } = draft
  const add = () => {
    const filter = { key: crypto.randomUUID(), path: 'name', operator: 'like', value: '' }
    set({ filters: [...filters, filter] })
  }
  return (
    <fieldset className={styles.group}>
      <legend>{t('conditions')}</legend>
      {filters.map((filter) => (
        <FilterRow
          key={filter.key}
          filter={filter}
          fields={fields}
          onChange={(next) =>
            set({ filters: filters.map((one) => (one.key === filter.key ? next : one)) })
          }
          onRemove={() => set({ filters: filters.filter(({ key }) => key !== filter.key) })}
        />
      ))}
      <div>
        <Button icon={Plus} onClick={add}>
          {t('addCondition')}
        </Button>
      </div>
    </fieldset>
  )
}
