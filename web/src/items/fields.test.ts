import { expect, test } from 'vitest'
import { valueLabel } from './fields'

test('words begin with a capital letter, units do not', () => {
  expect(['low', 'medium', 'kg', 'mm'].map(valueLabel)).toEqual(['Low', 'Medium', 'kg', 'mm'])
})
