/** A definition as it is being drawn: every edit gives the next one; pure. */

import type { Workflow } from '../api/workflows'

export type State = Workflow['states'][number]
export type Step = Workflow['transitions'][number]
export type Guard = NonNullable<Step['guards']>[number]
export type Effect = NonNullable<Step['lifecycleEffects']>[number]

export interface Draft {
  name: string
  description: string | null
  isActive: boolean
  applicableItemTypes: readonly string[]
  changeTypes: readonly string[]
  states: readonly State[]
  transitions: readonly Step[]
}

/** What is selected in the diagram and in the table. */
export type Chosen = { kind: 'state' | 'step'; id: string } | null

export function draftOf(workflow: Workflow): Draft {
  const { name, description, isActive, applicableItemTypes, changeTypes } = workflow
  const { states, transitions } = workflow
  return { name, description, isActive, applicableItemTypes, changeTypes, states, transitions }
}

export function isSame(one: Draft, other: Draft): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** An id that people can read in the interface too, free among those that are there. */
export function freshId(name: string, taken: readonly { id: string }[]): string {
  const word = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  const base = word.slice(0, 80) || 'new'
  const ids = new Set(taken.map(({ id }) => id))
  let id = base
  for (let number = 2; ids.has(id); number += 1) id = `${base}-${number}`
  return id
}

export function addState(draft: Draft, name: string): { draft: Draft; id: string } {
  const id = freshId(name, draft.states)
  const isInitial = draft.states.length === 0
  const meaning = { color: null, category: null, outcome: null }
  const state: State = { id, name, isInitial, isFinal: false, ...meaning }
  return { draft: { ...draft, states: [...draft.states, state] }, id }
}

export function changeState(draft: Draft, id: string, part: Partial<State>): Draft {
  const states = draft.states.map((state) => {
    if (state.id === id) return { ...state, ...part }
    // There is one beginning.
    return part.isInitial && state.isInitial ? { ...state, isInitial: false } : state
  })
  return { ...draft, states }
}

/** Without the state, and without the steps that lead to it or from it. */
export function removeState(draft: Draft, id: string): Draft {
  const states = draft.states.filter((state) => state.id !== id)
  const transitions = draft.transitions.filter(
    (step) => step.fromStateId !== id && step.toStateId !== id,
  )
  return { ...draft, states, transitions }
}

export function addStep(
  draft: Draft,
  ends: { fromStateId: string; toStateId: string },
  name: string,
): { draft: Draft; id: string } {
  const id = freshId(`${name}-${ends.fromStateId}`, draft.transitions)
  const step: Step = { id, name, ...ends, guards: [], lifecycleEffects: [] }
  return { draft: { ...draft, transitions: [...draft.transitions, step] }, id }
}

export function changeStep(draft: Draft, id: string, part: Partial<Step>): Draft {
  const transitions = draft.transitions.map((step) =>
    step.id === id ? { ...step, ...part } : step,
  )
  return { ...draft, transitions }
}

export function removeStep(draft: Draft, id: string): Draft {
  return { ...draft, transitions: draft.transitions.filter((step) => step.id !== id) }
}

/** The state or step that a path such as `transitions[2].guards[0]` leads to. */
export function culpritOf(draft: Draft, path: string): Chosen {
  const found = /^(states|transitions)\[(\d+)\]/.exec(path)
  if (!found) return null
  const isState = found[1] === 'states'
  const one = (isState ? draft.states : draft.transitions)[Number(found[2])]
  return one ? { kind: isState ? 'state' : 'step', id: one.id } : null
}

export interface DifferingPart {
  kind: 'states' | 'transitions'
  id: string
  name: string
}

/** The states and steps that differ between two definitions. */
export function differing(one: Draft, other: Draft): DifferingPart[] {
  const found: DifferingPart[] = []
  for (const kind of ['states', 'transitions'] as const) {
    const parts = (draft: Draft) =>
      new Map(draft[kind].map((part: { id: string; name: string }) => [part.id, part]))
    const [mine, theirs] = [parts(one), parts(other)]
    for (const id of new Set([...mine.keys(), ...theirs.keys()])) {
      const [a, b] = [mine.get(id), theirs.get(id)]
      if (JSON.stringify(a) !== JSON.stringify(b))
        found.push({ kind, id, name: (a ?? b)?.name ?? id })
    }
  }
  return found
}
