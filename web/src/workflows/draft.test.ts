import { expect, test } from 'vitest'
import {
  addState,
  addStep,
  changeState,
  culpritOf,
  type Draft,
  differing,
  freshId,
  isSame,
  removeState,
} from './draft'
import { layout, openingStates } from './layout'

const EMPTY: Draft = {
  name: 'Drawings',
  description: null,
  isActive: true,
  applicableItemTypes: [],
  changeTypes: [],
  states: [],
  transitions: [],
}

function drawn(): Draft {
  const one = addState(EMPTY, 'Draft').draft
  const two = addState(one, 'In Review').draft
  const three = changeState(addState(two, 'Released').draft, 'released', { isFinal: true })
  const submitted = addStep(three, { fromStateId: 'draft', toStateId: 'in-review' }, 'Submit')
  return addStep(submitted.draft, { fromStateId: 'in-review', toStateId: 'released' }, 'Approve')
    .draft
}

test('ids are read by people and free', () => {
  expect(freshId('In Review!', [])).toBe('in-review')
  expect(freshId('In Review', [{ id: 'in-review' }])).toBe('in-review-2')
  expect(freshId('審査', [])).toBe('new')
})

test('there is one beginning, and a state takes its steps with it', () => {
  const draft = changeState(drawn(), 'in-review', { isInitial: true })
  expect(draft.states.filter((state) => state.isInitial).map(({ id }) => id)).toEqual(['in-review'])
  const without = removeState(draft, 'in-review')
  expect(without.transitions).toEqual([])
  expect(isSame(drawn(), drawn())).toBe(true)
  expect(differing(drawn(), without).map(({ name }) => name)).toEqual([
    'Draft',
    'In Review',
    'Submit',
    'Approve',
  ])
})

test('a finding leads to what it is about', () => {
  expect(culpritOf(drawn(), 'transitions[1].guards[0].roles[2]')?.id).toBe('approve-in-review')
  expect(culpritOf(drawn(), 'states[2].name')).toEqual({ kind: 'state', id: 'released' })
  expect(culpritOf(drawn(), 'states')).toBeNull()
  expect(culpritOf(drawn(), 'states[9]')).toBeNull()
})

test('steps forward lead to the right, and nothing stands on another', () => {
  const places = layout(drawn())
  const across = ['draft', 'in-review', 'released'].map((id) => places.get(id)?.x)
  expect(across).toEqual([...across].sort((one, other) => Number(one) - Number(other)))
  expect(new Set([...places.values()].map(({ x, y }) => `${x} ${y}`)).size).toBe(3)
  expect(layout({ states: [], transitions: [] }).size).toBe(0)
  expect(openingStates(places)).toBeUndefined()
  const ids = Array.from({ length: 40 }, (_, place) => `s${place}`)
  const chain = layout({
    states: ids.map((id, place) => ({ id, isInitial: place === 0 })),
    transitions: ids.slice(1).map((id, place) => ({ fromStateId: `s${place}`, toStateId: id })),
  })
  expect(openingStates(chain)?.map(({ id }) => id)).toEqual(ids.slice(0, 5))
})
