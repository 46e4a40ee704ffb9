/** The straight way through a workflow, from its first state to release; pure. */

export interface RailState {
  id: string
  name: string
  isInitial?: boolean
  isFinal?: boolean
  outcome?: string | null
}

export interface RailStep {
  fromStateId: string
  toStateId: string
}

/** The shortest way from the initial state to where a release ends, or to any end. */
export function railStates<S extends RailState>(
  states: readonly S[],
  steps: readonly RailStep[],
): S[] {
  const first = states.find((state) => state.isInitial) ?? states[0]
  const finals = states.filter((state) => state.isFinal)
  const goal = finals.find((state) => state.outcome === 'release') ?? finals[0]
  if (!first || !goal) return [...states]
  const before = new Map<string, string | null>([[first.id, null]])
  const waiting = [first.id]
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    for (const step of steps) {
      if (step.fromStateId !== at || before.has(step.toStateId)) continue
      before.set(step.toStateId, at)
      waiting.push(step.toStateId)
    }
  }
  const way: S[] = []
  let at: string | null | undefined = before.has(goal.id) ? goal.id : first.id
  while (at) {
    const state = states.find((one) => one.id === at)
    if (state) way.unshift(state)
    at = before.get(at)
  }
  return way
}
