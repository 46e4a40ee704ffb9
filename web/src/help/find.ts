/** What the guides say, for the palette. */

import { guides } from './guides'
import { findPlaces, type Place } from './markdown'

export function findInGuides(text: string, most: number): Place[] {
  return findPlaces(guides, text, most)
}
