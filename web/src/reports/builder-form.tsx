/** What a report is made of, as controls. */

import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import type { ReportField } from '../api/reports'
import { Button, IconButton } from '../kit/button'
import { CheckField, SelectField, TextField } from '../kit/field'
import { type Draft, EMPTY } from './draft'
import { fieldText, typeText } from './field-text'
import { FilterRow } from './filter-row'
import styles from './reports.module.css'
import { t } from './texts'

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
      <Columns {...part} />
      <Filters {...part} />
      <Sort {...part} />
      <CheckField
        label={t('forEverybody')}
        checked={draft.isPublic}
        onChange={(event) => set({ isPublic: event.target.checked })}
      />
    </form>
  )
}

interface PartProps {
  draft: Draft
  set: (change: Partial<Draft>) => void
  fields: readonly ReportField[]
}

function choicesOf(fields: readonly ReportField[]) {
  return fields.map(({ path }) => ({ value: path, label: fieldText(path) }))
}

function Columns({ draft, set, fields }: PartProps) {
  const { paths } = draft
  const move = (from: number, to: number) => {
    const next = paths.filter((_, index) => index !== from)
    next.splice(to, 0, paths[from] ?? '')
    set({ paths: next })
  }
  const left = fields.filter(({ path }) => !paths.includes(path))
  return (
    <fieldset className={styles.group}>
      <legend>{t('columns')}</legend>
      <ol className={styles.rows}>
        {paths.map((path, index) => (
          <li key={path}>
            <span className="truncate grow">{fieldText(path)}</span>
            <IconButton
              icon={ArrowUp}
              label={t('moveUp', { name: fieldText(path) })}
              reason={index === 0 ? t('isFirst') : null}
              onClick={() => move(index, index - 1)}
            />
            <IconButton
              icon={ArrowDown}
              label={t('moveDown', { name: fieldText(path) })}
              reason={index === paths.length - 1 ? t('isLast') : null}
              onClick={() => move(index, index + 1)}
            />
            <IconButton
              icon={X}
              label={t('removeColumn', { name: fieldText(path) })}
              onClick={() => set({ paths: paths.filter((one) => one !== path) })}
            />
          </li>
        ))}
      </ol>
      <SelectField
        label={t('addColumn')}
        value=""
        choices={[{ value: '', label: t('choose') }, ...choicesOf(left)]}
        onChange={(event) => event.target.value && set({ paths: [...paths, event.target.value] })}
      />
    </fieldset>
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

function Sort({ draft, set, fields }: PartProps) {
  const [path = '', direction = 'asc'] = draft.sort.split(':')
  return (
    <div className={styles.pair}>
      <SelectField
        label={t('orderedBy')}
        value={path}
        choices={[{ value: '', label: t('noOrder') }, ...choicesOf(fields)]}
        onChange={(event) =>
          set({ sort: event.target.value ? `${event.target.value}:${direction}` : '' })
        }
      />
      <SelectField
        label={t('direction')}
        value={direction}
        disabled={path === ''}
        choices={[
          { value: 'asc', label: t('upwards') },
          { value: 'desc', label: t('downwards') },
        ]}
        onChange={(event) => set({ sort: `${path}:${event.target.value}` })}
      />
    </div>
  )
}
