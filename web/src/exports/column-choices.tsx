/** The columns that an exported or shared structure has: those of a saved view, or one by one. */

import { useQuery } from '@tanstack/react-query'
import { viewsQuery } from '../api/views'
import { CheckField, SelectField } from '../kit/field'
import { AT_FIRST, COLUMNS, toggledColumn } from './columns'
import styles from './exports.module.css'
import { t } from './texts'

interface ColumnProps {
  onColumns: (columns: readonly string[]) => void
}

export function SavedColumns({ onColumns }: ColumnProps) {
  const views = useQuery(viewsQuery('bom')).data ?? []
  if (views.length === 0) return null
  return (
    <SelectField
      label={t('savedColumns')}
      choices={[
        { value: '', label: t('ownChoice') },
        ...views.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(event) => {
        const view = views.find(({ id }) => id === event.target.value)
        onColumns(view?.columns ?? AT_FIRST)
      }}
    />
  )
}

interface ColumnChoicesProps extends ColumnProps {
  columns: readonly string[]
  offered?: typeof COLUMNS
}

export function ColumnChoices({ columns, onColumns, offered = COLUMNS }: ColumnChoicesProps) {
  const known = new Set(offered.map(([name]) => name))
  const more = columns.filter((name) => !known.has(name)).map((name) => [name, name] as const)
  return (
    <fieldset className={styles.choices}>
      <legend>{t('columns')}</legend>
      {[...offered.map(([name, label]) => [name, t(label)] as const), ...more].map(
        ([name, label]) => (
          <CheckField
            key={name}
            label={label.replace(/^attributes\./, '')}
            checked={columns.includes(name)}
            onChange={(event) => onColumns(toggledColumn(columns, name, event.target.checked))}
          />
        ),
      )}
    </fieldset>
  )
}
