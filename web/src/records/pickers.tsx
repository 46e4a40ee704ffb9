/** Fields that find people, designs, programs and materials by code or name. */

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { api, take } from '../api/client'
import { itemFacets, listItems } from '../api/items'
import { keys } from '../api/keys'
import { Combobox, type ComboboxProps, type Option } from '../kit/combobox'

type PickerProps = Omit<ComboboxProps, 'options' | 'onText' | 'isLoading'> & {
  /** Values that are not to be offered. */
  without?: readonly string[]
}

const OFFERED = 20

interface Source {
  key: readonly string[]
  find: (text: string) => Promise<readonly Option[]>
}

function Picker({ source, without = [], ...rest }: PickerProps & { source: Source }) {
  const [typed, setTyped] = useState('')
  const text = useDeferredValue(typed.trim())
  const found = useQuery({
    queryKey: [...source.key, 'pick', text],
    queryFn: () => source.find(text),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  })
  // What an earlier text found is offered on only as far as it fits: Enter takes the first.
  const isStale = found.isPlaceholderData || text !== typed.trim()
  const options =
    found.data?.filter(
      (option) => !without.includes(option.value) && (!isStale || fits(option, typed.trim())),
    ) ?? []
  return <Combobox {...rest} options={options} isLoading={found.isFetching} onText={setTyped} />
}

function fits({ code, label, note }: Option, text: string): boolean {
  return [code, label, note].join(' ').toLowerCase().includes(text.toLowerCase())
}

const asked = (search: string, sort: string) => ({
  params: { query: { ...(search && { search }), sort, limit: OFFERED } },
})

const PERSONS: Source = {
  key: keys.users,
  find: async (text) => {
    const query = { ...asked(text, 'name').params.query, active: 'true' }
    const { users } = await take(api.GET('/api/users', { params: { query } }))
    return users.map(({ id, name, email }) => ({
      value: id,
      label: name,
      note: email ?? undefined,
    }))
  },
}

export function PersonField(props: PickerProps) {
  return <Picker {...props} source={PERSONS} />
}

const DESIGNS: Source = {
  key: keys.designs,
  find: async (text) => {
    const { designs } = await take(api.GET('/api/designs', asked(text, 'code')))
    return designs.map(({ id, code, name }) => ({ value: id, code, label: name }))
  },
}

export function DesignField(props: PickerProps) {
  return <Picker {...props} source={DESIGNS} />
}

const PROGRAMS: Source = {
  key: keys.programs,
  find: async (text) => {
    const { programs } = await take(api.GET('/api/programs', asked(text, 'code')))
    return programs.map(({ id, code, name }) => ({ value: id, code, label: name }))
  },
}

export function ProgramField(props: PickerProps) {
  return <Picker {...props} source={PROGRAMS} />
}

const PARTS: Source = {
  key: [...keys.items, 'parts'],
  find: async (search) => {
    const { items } = await listItems({ search, type: 'Part', limit: OFFERED, sort: 'itemNumber' })
    return items.map(({ id, itemNumber, name }) => ({ value: id, code: itemNumber, label: name }))
  },
}

export function PartField(props: PickerProps) {
  return <Picker {...props} source={PARTS} />
}

/** Materials in use, and any other. */
const MATERIALS: Source = {
  key: [...keys.items, 'materials'],
  find: async (text) => {
    const like = text === '' ? {} : { 'material.like': text }
    const { material = [] } = await itemFacets({ type: 'Part', ...like }, ['material'])
    return material.flatMap(({ value, count }) =>
      value === null ? [] : [{ value, label: value, note: `${count}×` }],
    )
  },
}

export function MaterialField(props: PickerProps) {
  return <Picker {...props} source={MATERIALS} />
}
