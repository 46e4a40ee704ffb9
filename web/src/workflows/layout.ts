/** Where states stand in the diagram: in columns by their distance from the beginning; pure. */

export interface Point {
  x: number
  y: number
}

interface Drawn {
  states: readonly { id: string; isInitial?: boolean; outcome?: string | null; isFinal?: boolean }[]
  transitions: readonly { fromStateId: string; toStateId: string }[]
}

const ACROSS = 250
const DOWN = 110

/** The shortest way decides the column, so that steps forward lead to the right. */
export function layout({ states, transitions }: Drawn): Map<string, Point> {
  const columns = columnsOf(states, transitions)
  const points = new Map<string, Point>()
  const filled: number[] = []
  for (const state of sorted(states)) {
    const column = columns.get(state.id) ?? 0
    const row = filled[column] ?? 0
    filled[column] = row + 1
    points.set(state.id, { x: column * ACROSS, y: row * DOWN })
  }
  return points
}

const AT_ONCE = 10
const AT_FIRST = 5

/** The states to begin with where all of them at once would be too small to read; else nothing. */
export function openingStates(places: ReadonlyMap<string, Point>): { id: string }[] | undefined {
  const isLong = [...places.values()].some(({ x }) => x >= AT_ONCE * ACROSS)
  if (!isLong) return undefined
  return [...places].filter(([, { x }]) => x < AT_FIRST * ACROSS).map(([id]) => ({ id }))
}

const HALF = 55

/** Whether the straight way from one state to another leads over a third. */
export function runsThrough(from: Point, to: Point, at: ReadonlyMap<string, Point>): boolean {
  return [...at.values()].some(({ x, y }) => {
    if (x <= from.x || x >= to.x) return false
    const way = from.y + ((to.y - from.y) * (x - from.x)) / (to.x - from.x)
    return Math.abs(way - y) < HALF
  })
}

/** Where a change is released first, where it is given up last. */
function sorted(states: Drawn['states']) {
  const rank = (state: Drawn['states'][number]) => (state.outcome === 'cancel' ? 1 : 0)
  return [...states].sort((one, other) => rank(one) - rank(other))
}

function columnsOf(states: Drawn['states'], transitions: Drawn['transitions']) {
  const first = states.find((state) => state.isInitial) ?? states[0]
  const columns = new Map<string, number>()
  if (first) columns.set(first.id, 0)
  let front = first ? [first.id] : []
  for (let column = 1; front.length > 0; column += 1) {
    const next = transitions
      .filter((step) => front.includes(step.fromStateId) && !columns.has(step.toStateId))
      .map((step) => step.toStateId)
    for (const id of next) columns.set(id, column)
    front = [...new Set(next)]
  }
  const isEnd = (state: Drawn['states'][number]) => state.isFinal && state.id !== first?.id
  const worked = states.filter((state) => !isEnd(state)).map(({ id }) => columns.get(id) ?? 0)
  const end = Math.max(...worked, 0) + 1
  // Ends stand at the end, and so does what nothing leads to.
  for (const state of states) if (isEnd(state) || !columns.has(state.id)) columns.set(state.id, end)
  return columns
}
