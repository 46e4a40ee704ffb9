import { expect, test } from 'vitest'
import { textAfter } from './early-keys'

const PLAIN = { ctrlKey: false, metaKey: false, altKey: false }
const after = (text: string, ...keys: string[]) =>
  keys.reduce((now, key) => textAfter(now, { ...PLAIN, key }) ?? `(${key})`, text)

test('letters, spaces and signs are kept in their order, and can be taken back', () => {
  expect(after('', 'S', 'o', ' ', 'ß', '😀')).toBe('So ß😀')
  expect(after('So😀', 'Backspace', 'Backspace')).toBe('S')
  expect(after('', 'Backspace')).toBe('')
})

test('Enter neither types nor presses what opened it, and other keys go their way', () => {
  expect(after('So', 'Enter')).toBe('So')
  for (const key of ['Tab', 'ArrowDown', 'F5', 'Shift', 'Dead'])
    expect(textAfter('So', { ...PLAIN, key })).toBeNull()
})

test('keys of commands are not typed, those of AltGr are', () => {
  expect(textAfter('', { ...PLAIN, key: 'k', ctrlKey: true })).toBeNull()
  expect(textAfter('', { ...PLAIN, key: 'k', metaKey: true })).toBeNull()
  expect(textAfter('', { ...PLAIN, key: 'k', altKey: true })).toBeNull()
  expect(textAfter('a', { ...PLAIN, key: '@', ctrlKey: true, altKey: true })).toBe('a@')
})
