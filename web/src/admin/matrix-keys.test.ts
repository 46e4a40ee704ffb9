import { expect, test } from 'vitest'
import { nextMark } from './matrix-keys'

const RESOURCES = ['designs', 'parts', 'system']
const marks = new Set([
  ...['designs.read', 'designs.create', 'designs.manage'],
  ...['parts.read', 'parts.create', 'parts.update', 'parts.manage'],
  'system.manage',
])
const press = (key: string, from: string, ctrlKey = false) =>
  nextMark({ key, ctrlKey }, from, RESOURCES, (name) => marks.has(name))

test('arrow keys go to the next mark, past what cannot be done', () => {
  expect(press('ArrowRight', 'parts.read')).toBe('parts.create')
  expect(press('ArrowRight', 'designs.create')).toBe('designs.manage')
  expect(press('ArrowLeft', 'designs.manage')).toBe('designs.create')
  expect(press('ArrowDown', 'designs.create')).toBe('parts.create')
  expect(press('ArrowUp', 'system.manage')).toBe('parts.manage')
})

test('at an edge the focus stays, and other keys are not taken', () => {
  expect(press('ArrowLeft', 'parts.read')).toBeUndefined()
  expect(press('ArrowDown', 'parts.update')).toBeUndefined()
  expect(press('ArrowUp', 'parts.update')).toBeUndefined()
  expect(press(' ', 'parts.read')).toBeUndefined()
})

test('Home and End go to the ends of the row, with Ctrl of the table', () => {
  expect(press('End', 'parts.read')).toBe('parts.manage')
  expect(press('Home', 'system.manage')).toBe('system.manage')
  expect(press('Home', 'parts.manage')).toBe('parts.read')
  expect(press('Home', 'system.manage', true)).toBe('designs.read')
  expect(press('End', 'designs.read', true)).toBe('system.manage')
})
