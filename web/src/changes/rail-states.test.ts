import { expect, test } from 'vitest'
import { railStates } from './rail-states'

const state = (id: string, more = {}) => ({ id, name: id, ...more })
const step = (fromStateId: string, toStateId: string) => ({ fromStateId, toStateId })

test('shows the straight way to the release, not the ways back and out', () => {
  const states = [
    state('cancelled', { isFinal: true, outcome: 'cancel' }),
    state('draft', { isInitial: true }),
    state('review'),
    state('approved'),
    state('released', { isFinal: true, outcome: 'release' }),
  ]
  const steps = [
    step('draft', 'cancelled'),
    step('draft', 'review'),
    step('review', 'draft'),
    step('review', 'approved'),
    step('approved', 'released'),
  ]
  const way = railStates(states, steps).map(({ id }) => id)
  expect(way).toEqual(['draft', 'review', 'approved', 'released'])
})

test('shows all states where no way leads to an end', () => {
  const states = [state('a', { isInitial: true }), state('b')]
  expect(railStates(states, [])).toEqual(states)
})
