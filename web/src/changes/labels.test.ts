import { expect, test } from 'vitest'
import type { Difference } from '../api/changes'
import { toneOf } from '../records/state-tone'
import { sameText, wentOn } from './labels'

test.each([
  ['-', 'A', false, 'First release: its content on main becomes revision A.'],
  ['A', 'B', false, 'The content stays as it is.'],
  ['-', '-', false, 'The content stays as it is.'],
])('an item from %s to %s without a difference says what becomes of it', (from, to, gone, said) => {
  expect(sameText({ revision: { from, to } } as Difference, gone)).toBe(said)
})

test.each([
  ['A', 'A', null],
  ['A', 'B', 'B'],
  ['A', null, null],
  [null, null, null],
])('an item that the change took at %s, and main has at %s, went on to %s', (from, now, told) => {
  const one = { revision: { from, to: 'C' }, mainRevision: now }
  expect(wentOn(one as Difference)).toBe(told)
})

test('what is approved has a mark of its own, between review and release', () => {
  expect(['In Review', 'Approved', 'Released', 'Obsolete', 'Ours'].map(toneOf)).toEqual([
    'waiting',
    'agreed',
    'done',
    'gone',
    'begun',
  ])
})
