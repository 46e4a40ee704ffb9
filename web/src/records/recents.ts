/** What was opened last, in this browser and for this person. */

import { createStoredStore } from '../kit/store'

export interface Recent {
  number: string
  name: string
  address: string
}

const MOST = 12

function isRecents(value: unknown): value is readonly Recent[] {
  const isRecent = (one: Record<string, unknown> | null) =>
    ['number', 'name', 'address'].every((key) => typeof one?.[key] === 'string')
  return Array.isArray(value) && value.every(isRecent)
}

export const recents = createStoredStore<readonly Recent[]>('partwright.recents', [], isRecents)

export function noteRecent(recent: Recent): void {
  const others = recents.get().filter((one) => one.address !== recent.address)
  recents.set([recent, ...others].slice(0, MOST))
}
