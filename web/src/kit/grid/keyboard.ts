/** What a key does in a grid, as the ARIA pattern for grids and tree grids has it; pure. */

export type GridAction =
  | { do: 'move'; rows: number; columns: number; extend: boolean }
  | { do: 'edge'; rows?: 'first' | 'last'; columns?: 'first' | 'last'; extend: boolean }
  | { do: 'fold' | 'unfold' | 'unfoldBelow' }
  | { do: 'toggle' | 'all' | 'none' | 'open' | 'edit' | 'peek' }

export interface Press {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  altKey: boolean
}

interface Place {
  column: number
  isTree: boolean
  pageRows: number
}

const PLAIN: Readonly<
  Record<string, GridAction['do'] & ('toggle' | 'none' | 'open' | 'edit' | 'peek')>
> = {
  Enter: 'open',
  F2: 'edit',
  ' ': 'peek',
  Escape: 'none',
  x: 'toggle',
}

export function gridAction(press: Press, place: Place): GridAction | null {
  const { key, shiftKey: extend } = press
  const mod = press.ctrlKey || press.metaKey
  if (press.altKey) return null
  if (mod && key.toLowerCase() === 'a') return { do: 'all' }
  if (key === 'Home' || key === 'End') return edge(key === 'Home' ? 'first' : 'last', mod, extend)
  if (key === ' ' && extend) return { do: 'toggle' }
  if (mod) return null
  if (key === '*' && place.isTree) return { do: 'unfoldBelow' }
  const plain = PLAIN[key]
  if (plain) return { do: plain }
  return movement(key, extend, place)
}

function edge(to: 'first' | 'last', mod: boolean, extend: boolean): GridAction {
  return mod ? { do: 'edge', rows: to, extend } : { do: 'edge', columns: to, extend: false }
}

function movement(key: string, extend: boolean, place: Place): GridAction | null {
  const sideways = place.isTree && place.column === 0
  switch (key) {
    case 'ArrowDown':
      return { do: 'move', rows: 1, columns: 0, extend }
    case 'ArrowUp':
      return { do: 'move', rows: -1, columns: 0, extend }
    case 'PageDown':
      return { do: 'move', rows: place.pageRows, columns: 0, extend }
    case 'PageUp':
      return { do: 'move', rows: -place.pageRows, columns: 0, extend }
    case 'ArrowRight':
      return sideways ? { do: 'unfold' } : { do: 'move', rows: 0, columns: 1, extend: false }
    case 'ArrowLeft':
      return sideways ? { do: 'fold' } : { do: 'move', rows: 0, columns: -1, extend: false }
    default:
      return null
  }
}
