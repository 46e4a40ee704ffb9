import { expect, test } from 'vitest'
import { outcomeChoices, outcomeText } from './act-text'

test('an outcome is told in words, and one that is not known by its code', () => {
  expect(outcomeText('INVALID_CREDENTIALS')).toBe('Wrong e-mail or password')
  expect(outcomeText('NEWER_CODE')).toBe('NEWER_CODE')
  expect(outcomeChoices()).toContainEqual({ value: 'done', label: 'Done' })
})
