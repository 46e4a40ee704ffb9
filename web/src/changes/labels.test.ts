import { expect, test } from 'vitest'
import type { Difference } from '../api/changes'
import { toneOf } from '../records/state-tone'
import { branchOf, sameText, wentOn } from './labels'

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

test.each([
  [null, 'revise', 'eco/ECO-1'],
  ['2031-02-14', 'revise', undefined],
  ['2031-02-14', 'remove', 'eco/ECO-1'],
])('an item of a change released at %s, to %s, is seen at %s', (releasedAt, changeAction, at) => {
  expect(branchOf({ itemNumber: 'ECO-1', releasedAt }, { changeAction })).toBe(at)
})
