import { expect, test } from 'vitest'
import { detailText, fieldChoices, fieldText } from './field-text'

test('a field with two paths is offered once, by the path chosen', () => {
  const fields = ['parts.leadTime', 'parts.makeBuy', 'parts.leadTimeDays'].map((path) => ({ path }))
  expect(fieldChoices(fields)).toEqual([
    { value: 'parts.leadTime', label: 'Lead time' },
    { value: 'parts.makeBuy', label: 'Make or buy' },
  ])
  expect(fieldChoices(fields, 'parts.leadTimeDays')[0]?.value).toBe('parts.leadTimeDays')
})

test('an attribute is offered beside the field that it shares its name with', () => {
  const fields = ['parts.supplier', 'attributes.Supplier'].map((path) => ({ path }))
  expect(fieldChoices(fields).map(({ label }) => label)).toEqual(['Supplier', 'Attribute Supplier'])
  expect(fieldText('attributes.Rated V (max. 24)')).toBe('Rated V (max. 24)')
})

test('a refusal names a field as people do, with a dot in its path or without', () => {
  const fields = ['createdAt', 'parts.cost'].map((path) => ({ path }))
  const told = (message: string) => detailText({ message }, fields)
  expect(told("parts.cost: expected a number, got 'x'")).toBe("Cost: expected a number, got 'x'")
  expect(told("createdAt: expected a date, got 'a: b'")).toBe(
    "Created: expected a date, got 'a: b'",
  )
  expect(told('value: is required')).toBe('value: is required')
  expect(told('like does not fit it')).toBe('like does not fit it')
})
