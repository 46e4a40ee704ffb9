import { expect, test } from 'vitest'
import { fieldChoices } from './field-text'

test('a field with two paths is offered once, by the path chosen', () => {
  const fields = ['parts.leadTime', 'parts.makeBuy', 'parts.leadTimeDays'].map((path) => ({ path }))
  expect(fieldChoices(fields)).toEqual([
    { value: 'parts.leadTime', label: 'Lead time' },
    { value: 'parts.makeBuy', label: 'Make or buy' },
  ])
  expect(fieldChoices(fields, 'parts.leadTimeDays')[0]?.value).toBe('parts.leadTimeDays')
})
