/** The columns of the board: the states of the workflows in use, each name once; pure. */

import { readValues } from '../lists/query'

interface Definition {
  definitionType: string
  isActive: boolean
  states: readonly { name: string }[]
}

export function boardStates(definitions: readonly Definition[], only?: string): string[] {
  const wanted = readValues(only)
  const names = definitions
    .filter(({ definitionType, isActive }) => definitionType === 'workflow' && isActive)
    // The oldest, which is the built-in one, gives the order.
    .reverse()
    .flatMap(({ states }) => states.map(({ name }) => name))
  const all = [...new Set(names)]
  return wanted.length > 0 ? all.filter((name) => wanted.includes(name)) : all
}
