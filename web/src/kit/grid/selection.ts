/** Where the cursor is and what is selected; pure. */

export interface GridState {
  row: number
  column: number
  /** Where a range that Shift extends begins. */
  anchor: number
  selected: ReadonlySet<string>
}

export const START: GridState = { row: 0, column: 0, anchor: 0, selected: new Set() }

export type KeyAt = (index: number) => string | undefined

export interface Bounds {
  rows: number
  columns: number
}

function clamp(value: number, count: number): number {
  return Math.max(0, Math.min(value, count - 1))
}

export function moveTo(state: GridState, row: number, column: number, bounds: Bounds): GridState {
  const at = clamp(row, bounds.rows)
  return { ...state, row: at, column: clamp(column, bounds.columns), anchor: at }
}

/** The range from the anchor to a row, in place of what was selected. */
export function extendTo(state: GridState, row: number, keyAt: KeyAt, bounds: Bounds): GridState {
  const at = clamp(row, bounds.rows)
  const [from, to] = state.anchor < at ? [state.anchor, at] : [at, state.anchor]
  const selected = new Set<string>()
  for (let index = from; index <= to; index += 1) {
    const key = keyAt(index)
    if (key !== undefined) selected.add(key)
  }
  return { ...state, row: at, selected }
}

export function toggle(state: GridState, row: number, keyAt: KeyAt): GridState {
  const key = keyAt(row)
  if (key === undefined) return state
  const selected = new Set(state.selected)
  if (!selected.delete(key)) selected.add(key)
  return { ...state, row, anchor: row, selected }
}

export function selectAll(state: GridState, keyAt: KeyAt, bounds: Bounds): GridState {
  const everything = extendTo({ ...state, anchor: 0 }, bounds.rows - 1, keyAt, bounds)
  const isWhole = everything.selected.size === state.selected.size
  return { ...state, selected: isWhole ? new Set() : everything.selected }
}

export function selectNone(state: GridState): GridState {
  return state.selected.size === 0 ? state : { ...state, selected: new Set() }
}
