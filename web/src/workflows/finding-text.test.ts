import { expect, test } from 'vitest'
import { addState, addStep, type Draft } from './draft'
import { findingText } from './finding-text'

const EMPTY: Draft = {
  name: 'Drawings',
  description: null,
  isActive: true,
  applicableItemTypes: [],
  changeTypes: [],
  states: [],
  transitions: [],
}

const states = addState(addState(addState(EMPTY, 'Draft').draft, 'Draft').draft, ' ').draft
const draft = addStep(states, { fromStateId: 'draft', toStateId: 'gone' }, 'Submit').draft

test('findings speak of states and steps by their names, never of paths', () => {
  const said = (path: string, message: string) => findingText(draft, { path, message })
  expect(said('states[1].name', 'Draft is already the name of states[0]')).toBe(
    'State Draft: Draft is already the name of state 1',
  )
  // What has no name is counted.
  expect(said('states[2].name', 'must not be blank')).toBe('State 3: must not be blank')
  expect(said('states[0].outcome', 'is allowed on final states only')).toBe(
    'State Draft: What becomes of the change: is allowed on final states only',
  )
  expect(said('transitions[0].toStateId', "state 'gone' does not exist")).toBe(
    "Step Submit: To: state 'gone' does not exist",
  )
  expect(said('transitions[0].guards[0].roles', 'is required')).toBe(
    'Step Submit: Asks for: is required',
  )
  expect(said('states', 'No state is marked as final')).toBe('No state is marked as final')
  expect(said('name', 'must not be blank')).toBe('must not be blank')
})
