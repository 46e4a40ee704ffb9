/** What stands at the top of a design's structures. */

import { queryOptions } from '@tanstack/react-query'
import { api, take } from './client'
import { listItems } from './items'

/** Lines that are looked through for what stands at the top. */
const MOST_LINES = 10_000
const MOST_TOPS = 50

interface Line {
  sourceId: string
  targetId: string
}

/** What has lines below it and is in none itself; nothing where not all lines were read. */
export function topIds(lines: readonly Line[], most = MOST_LINES): readonly string[] | null {
  if (lines.length >= most) return null
  const used = new Set(lines.map(({ targetId }) => targetId))
  return [...new Set(lines.map(({ sourceId }) => sourceId))].filter((id) => !used.has(id))
}

/** Some of them by number, and how many there are; null where the lines are too many to tell. */
export function topsQuery(designId: string) {
  return queryOptions({
    // Not below the designs' key: each event would read all the lines anew.
    queryKey: ['design-tops', designId],
    queryFn: async () => {
      const query = { designId, type: 'bom', limit: MOST_LINES }
      const lines = await take(api.GET('/api/relationships', { params: { query } }))
      const ids = topIds(lines.relationships)
      if (ids === null) return null
      if (ids.length === 0) return { tops: [], count: 0 }
      const shown = ids.slice(0, MOST_TOPS)
      const asked = { id: shown.join(','), limit: MOST_TOPS, sort: 'itemNumber' }
      return { tops: (await listItems(asked)).items, count: ids.length }
    },
    staleTime: 0,
  })
}
