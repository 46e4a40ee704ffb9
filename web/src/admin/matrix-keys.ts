/** Where a key leads in the table of marks, as the ARIA pattern for grids has it; pure. */

import { ACTIONS, type Action } from './permissions'

export interface Press {
  key: string
  ctrlKey: boolean
}

type Step = readonly [rows: number, columns: number]

const STEPS: Readonly<Record<string, Step>> = {
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
}

/** The mark that gets the focus, of rows that hold their permissions; none where the key means nothing here. */
export function nextMark(
  { key, ctrlKey }: Press,
  from: string,
  resources: readonly string[],
  has: (name: string) => boolean,
): string | undefined {
  const at: Step = [
    resources.indexOf(from.split('.')[0] ?? ''),
    ACTIONS.indexOf(from.split('.')[1] as Action),
  ]
  const nameAt = ([row, column]: Step) => `${resources[row]}.${ACTIONS[column]}`
  const isInside = ([row, column]: Step) => row in resources && column in ACTIONS
  /** The first mark on the way; not everything can be done to everything. */
  const along = ([rows, columns]: Step, [row, column]: Step): string | undefined => {
    for (let place: Step = [row, column]; isInside(place); ) {
      if (has(nameAt(place))) return nameAt(place)
      place = [place[0] + rows, place[1] + columns]
    }
    return
  }
  const step = STEPS[key]
  if (step) return along(step, [at[0] + step[0], at[1] + step[1]])
  if (key !== 'Home' && key !== 'End') return
  const isEnd = key === 'End'
  const row = ctrlKey ? (isEnd ? resources.length - 1 : 0) : at[0]
  return along([0, isEnd ? -1 : 1], [row, isEnd ? ACTIONS.length - 1 : 0])
}
