/** Which side is to stand of each place in conflict; pure. */

import type { PlaceConflict } from '../api/versions'

export type Side = 'ours' | 'theirs'
export type Choices = Readonly<Record<string, Side>>
type Place = Pick<PlaceConflict, 'itemId' | 'path' | 'etag'>

export const placeOf = ({ itemId, path }: Place) => `${itemId} ${path}`

/** A choice is between two values: once another stands on a side, it has to be made again. */
const seenOf = ({ itemId, path, etag }: Place) => `${itemId} ${path} ${etag}`

export function chosenOf(choices: Choices, conflict: Place): Side | undefined {
  return choices[seenOf(conflict)]
}

export function withChoice(choices: Choices, conflict: Place, side: Side): Choices {
  return { ...choices, [seenOf(conflict)]: side }
}

export function resolutionsOf(conflicts: readonly Place[], choices: Choices) {
  return conflicts.flatMap((conflict) => {
    const take = chosenOf(choices, conflict)
    return take ? [{ itemId: conflict.itemId, path: conflict.path, take, etag: conflict.etag }] : []
  })
}
