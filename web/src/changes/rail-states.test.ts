import { expect, test } from 'vitest'
import { railStates, wayTaken } from './rail-states'

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

test('goes over the state that the change is in, and as a closed change went', () => {
  const states = [
    state('draft', { isInitial: true }),
    state('released', { isFinal: true, outcome: 'release' }),
    state('review'),
    state('cancelled', { isFinal: true, outcome: 'cancel' }),
  ]
  const steps = [
    step('draft', 'released'),
    step('draft', 'review'),
    step('review', 'draft'),
    step('review', 'released'),
    step('review', 'cancelled'),
  ]
  const way = (current?: string) => railStates(states, steps, current).map(({ id }) => id)
  expect(way()).toEqual(['draft', 'released'])
  expect(way('review')).toEqual(['draft', 'review', 'released'])
  expect(way('cancelled')).toEqual(['draft', 'released'])
  const taken = ['draft', 'review', 'draft', 'review', 'released']
  expect(wayTaken(states, taken).map(({ id }) => id)).toEqual(['draft', 'review', 'released'])
})
