import { expect, test } from 'vitest'
import { mayVote } from './voters'

const ada = { id: 'ada', roles: [{ id: 'quality' }] }
const vote = (approver: object, given: 'approve' | null = null, stateId = 'review') => ({
  stateId,
  vote: given,
  approver,
})
const votes = (...approvals: ReturnType<typeof vote>[]) => ({
  currentState: { id: 'review' },
  approvals,
})

test('who is named votes, by name or by role; where nobody is, whoever may approve', () => {
  expect(mayVote(ada, true, votes())).toBe(true)
  expect(mayVote(ada, false, votes())).toBe(false)
  expect(mayVote(ada, true, votes(vote({ userId: 'alan' })))).toBe(false)
  expect(mayVote(ada, false, votes(vote({ userId: 'alan' }), vote({ roleId: 'quality' })))).toBe(
    true,
  )
  expect(mayVote(ada, true, votes(vote({ userId: 'alan', roleId: 'quality' })))).toBe(false)
  expect(mayVote(ada, true, votes(vote({ userId: 'ada', roleId: 'board' })))).toBe(false)
  expect(mayVote(ada, true, votes(vote({ userId: 'alan' }, null, 'board')))).toBe(true)
  expect(mayVote(ada, true, votes(vote({ userId: 'alan' }, 'approve')))).toBe(true)
  // Of those who made it only who is named.
  expect(mayVote(ada, true, votes(), 'ada')).toBe(false)
  expect(mayVote(ada, true, votes(vote({ userId: 'ada' })), 'ada')).toBe(true)
})
