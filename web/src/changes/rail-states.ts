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

/** The shortest way from the initial state to where a release ends, or to any end; over the current state. */
export function railStates<S extends RailState>(
  states: readonly S[],
  steps: readonly RailStep[],
  currentId?: string,
): S[] {
  const first = states.find((state) => state.isInitial) ?? states[0]
  const finals = states.filter((state) => state.isFinal)
  const goal = finals.find((state) => state.outcome === 'release') ?? finals[0]
  if (!first || !goal) return [...states]
  const done = shortestWay(steps, first.id, currentId ?? first.id) ?? []
  const ahead = shortestWay(steps, currentId ?? first.id, goal.id)
  // Where nothing leads on from what was given up, the way is that of all others.
  const way = ahead
    ? [...done, ...ahead.slice(1)]
    : (shortestWay(steps, first.id, goal.id) ?? [first.id])
  return onceEach(way).flatMap((id) => states.find((state) => state.id === id) ?? [])
}

/** The states that a closed change went through, by their names, without what was gone back over. */
export function wayTaken<S extends RailState>(states: readonly S[], names: readonly string[]): S[] {
  return onceEach(names).flatMap((name) => states.find((state) => state.name === name) ?? [])
}

/** What is come to again cuts off all that came after it the first time. */
function onceEach(way: readonly string[]): string[] {
  const kept: string[] = []
  for (const one of way) {
    const was = kept.indexOf(one)
    if (was < 0) kept.push(one)
    else kept.length = was + 1
  }
  return kept
}

function shortestWay(steps: readonly RailStep[], from: string, to: string): string[] | null {
  const before = new Map<string, string | null>([[from, null]])
  const waiting = [from]
  for (let at = waiting.shift(); at !== undefined && !before.has(to); at = waiting.shift()) {
    for (const step of steps) {
      if (step.fromStateId !== at || before.has(step.toStateId)) continue
      before.set(step.toStateId, at)
      waiting.push(step.toStateId)
    }
  }
  if (!before.has(to)) return null
  const way: string[] = []
  for (let at: string | null = to; at !== null; at = before.get(at) ?? null) way.unshift(at)
  return way
}
