import { expect, test } from 'vitest'
import { replaceTexts } from '../kit/i18n'
import { guardWords } from './guard-words'

const found = { given: null, required: null, names: [], more: 0 }
const said = (finding: object, passed = false) =>
  guardWords({ type: '', passed, message: '', finding: { ...found, ...finding } as never })

test('what a guard found is told in words', () => {
  const votes = { given: 1, required: 2 }
  expect(said({ kind: 'approvals', ...votes })).toBe('1 of 2 approvals are given')
  expect(said({ kind: 'waiting', ...votes, names: ['Ada', 'Emmy'] })).toBe(
    '1 of 2 approvals are given; waiting for Ada, Emmy',
  )
  expect(said({ kind: 'role', names: ['Approver'] })).toBe('Needs the role Approver')
  expect(said({ kind: 'children', names: ['SEAL in PUMP'], more: 3 })).toBe(
    'Not released: SEAL in PUMP, and 3 more',
  )
  expect(said({ kind: 'affected' })).toBe('No item is affected yet')
  expect(said({ kind: 'children' }, true)).toContain('All children')
})

test("roles are called as in the reader's language, other things as people named them", () => {
  replaceTexts('de', { words: { Approver: 'Genehmigung' } })
  const votes = { given: 1, required: 2, names: ['Approver'] }
  expect(said({ kind: 'waiting', ...votes })).toContain('Genehmigung')
  expect(said({ kind: 'role', names: ['Approver'] })).toContain('Genehmigung')
  expect(said({ kind: 'children', names: ['Approver'] })).toContain('Approver')
  replaceTexts('en', {})
})
