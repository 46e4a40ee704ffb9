import { expect, it } from 'vitest'
import { type FormField, fieldsAskedFor } from './form-fields'

const FIELDS: FormField[] = [
  { name: 'type', label: 'Type', kind: 'choice', choices: ['text', 'number', 'choice'] },
  { name: 'unit', label: 'Unit', kind: 'text', onlyWith: { name: 'type', values: ['number'] } },
  {
    name: 'choices',
    label: 'Choices',
    kind: 'long',
    onlyWith: { name: 'type', values: ['choice'] },
  },
]

const asked = (entered: Record<string, string>, type?: string) =>
  fieldsAskedFor(
    FIELDS.map((field) => (field.name === 'type' ? { ...field, value: type } : field)),
    entered,
  ).map(({ name }) => name)

it('asks only for what the chosen type has', () => {
  expect(asked({})).toEqual(['type'])
  expect(asked({ type: 'number' })).toEqual(['type', 'unit'])
  expect(asked({ type: 'choice' })).toEqual(['type', 'choices'])
  expect(asked({}, 'number')).toEqual(['type', 'unit'])
  expect(asked({ type: 'text' }, 'number')).toEqual(['type'])
})
