/** What one filter asks for. */

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from '../kit/button'
import { CheckField, TextField } from '../kit/field'
import { formatNumber } from '../kit/format'
import { Skeleton } from '../kit/skeleton'
import type { ListDefinition } from './definition'
import styles from './list.module.css'
import {
  type FilterChoice,
  type FilterField,
  type ListQuery,
  readValues,
  writeValues,
} from './query'
import { t } from './texts'
import type { ChangeAddress } from './use-address'

interface FilterPanelProps<Row> {
  list: ListDefinition<Row>
  query: ListQuery
  field: FilterField
  onSet: ChangeAddress
  onDone: () => void
}

/** For what comes after the panel opened, which then had nothing to focus. */
function focusFirst(box: HTMLElement | null) {
  box?.querySelector<HTMLElement>('input')?.focus()
}

export function AnyFilterPanel(props: FilterPanelProps<unknown>) {
  const { field } = props
  return (
    <div className={styles.panel}>
      {field.kind === 'choice' ? <ChoiceFilter {...props} /> : <TypedFilter {...props} />}
    </div>
  )
}

function useChoices<Row>({ list, query, field }: FilterPanelProps<Row>) {
  // Its own values do not narrow what else can be chosen.
  const { [field.field]: _own, ...filters } = query.filters
  const others: ListQuery = { ...query, filters }
  const facets = useQuery({
    queryKey: [list.kind, 'facets', list.scope, field.field, others],
    queryFn: async () => (await list.fetchFacets?.(others, [field.field]))?.[field.field] ?? null,
    enabled: field.isFacet === true && list.fetchFacets !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const known = field.choices ?? []
  const labelOf = ({ value, label }: FilterChoice) =>
    known.find((choice) => choice.value === value)?.label ?? label
  const counted = facets.data?.map((choice) => ({ ...choice, label: labelOf(choice) }))
  return {
    choices: counted ?? [...known],
    isLoading: facets.isPending && facets.fetchStatus !== 'idle',
  }
}

function ChoiceFilter<Row>(props: FilterPanelProps<Row>) {
  const { query, field, onSet } = props
  const { choices, isLoading } = useChoices(props)
  const chosen = readValues(query.filters[field.field])
  const missing = chosen.filter((value) => !choices.some((choice) => choice.value === value))
  const all: FilterChoice[] = [...missing.map((value) => ({ value, label: value })), ...choices]
  const toggle = (value: string, isOn: boolean) => {
    const next = isOn ? [...chosen, value] : chosen.filter((other) => other !== value)
    onSet({ [field.field]: writeValues(next), [`${field.field}.null`]: undefined })
  }
  if (isLoading) return <Skeleton width={160} />
  return (
    <>
      {all.length === 0 && <p className="muted">{t('noValues')}</p>}
      <div ref={focusFirst} className={styles.choices} role="group" aria-label={field.label}>
        {all.map((choice) => (
          <label key={choice.value}>
            <input
              type="checkbox"
              checked={chosen.includes(choice.value)}
              onChange={(event) => toggle(choice.value, event.target.checked)}
            />
            <span className="grow truncate">{choice.label}</span>
            {choice.count !== undefined && <small>{formatNumber(choice.count)}</small>}
          </label>
        ))}
        {field.emptyLabel && (
          <label>
            <input
              type="checkbox"
              checked={query.filters[`${field.field}.null`] === 'true'}
              onChange={(event) =>
                onSet({
                  [field.field]: undefined,
                  [`${field.field}.null`]: event.target.checked ? 'true' : undefined,
                })
              }
            />
            <span className="grow truncate">{field.emptyLabel}</span>
          </label>
        )}
      </div>
    </>
  )
}

/** A piece of text, a range of numbers or days, or nothing at all. */
function TypedFilter<Row>({ query, field, onSet, onDone }: FilterPanelProps<Row>) {
  const now = (ending: string) => query.filters[field.field + ending]
  const type = field.kind === 'date' ? 'date' : 'text'
  const inputMode = field.kind === 'number' ? 'decimal' : undefined
  return (
    <form
      ref={focusFirst}
      className={styles.panel}
      onSubmit={(event) => {
        event.preventDefault()
        const form = new FormData(event.currentTarget)
        const value = (name: string) => String(form.get(name) ?? '').trim() || undefined
        onSet({
          [`${field.field}.like`]: value('like'),
          [`${field.field}.from`]: value('from'),
          [`${field.field}.to`]: value('to'),
          [`${field.field}.null`]: form.get('null') ? 'true' : undefined,
        })
        onDone()
      }}
    >
      {field.kind === 'text' ? (
        <TextField label={t('contains')} name="like" defaultValue={now('.like')} />
      ) : (
        <div className={styles.pair}>
          <TextField
            label={t('from')}
            name="from"
            type={type}
            inputMode={inputMode}
            defaultValue={now('.from')}
          />
          <TextField
            label={t('to')}
            name="to"
            type={type}
            inputMode={inputMode}
            defaultValue={now('.to')}
          />
        </div>
      )}
      <CheckField label={t('isEmpty')} name="null" defaultChecked={now('.null') === 'true'} />
      <Button type="submit" kind="primary">
        {t('apply')}
      </Button>
    </form>
  )
}
