import { expect, test } from 'vitest'
import { differences, isImplied, resourcesOf, toggled } from './permissions'

test('the table has one line for each resource', () => {
  expect(resourcesOf(['parts.read', 'designs.read', 'parts.update'])).toEqual(['designs', 'parts'])
})

test('who manages a resource may do all the rest of it', () => {
  const granted = new Set(['parts.manage', 'designs.read'])
  expect(isImplied(granted, 'parts', 'delete')).toBe(true)
  expect(isImplied(granted, 'parts', 'manage')).toBe(false)
  expect(isImplied(granted, 'designs', 'read')).toBe(false)
})

test('a mark set and taken again is no change', () => {
  const held = new Set(['parts.read'])
  const once = toggled(held, 'parts.update')
  expect(differences(held, once)).toBe(1)
  expect(differences(held, toggled(once, 'parts.update'))).toBe(0)
  expect(held).toEqual(new Set(['parts.read']))
})
