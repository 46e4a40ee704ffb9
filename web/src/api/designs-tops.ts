/** What stands at the top of a design's structures. */

import { queryOptions } from '@tanstack/react-query'
import { api, take } from './client'
import { listItems } from './items'
import { keys } from './keys'

/** Lines that are looked through for what stands at the top. */
const MOST_LINES = 10_000
const MOST_TOPS = 50

/** The items of a design with lines below them and in none of the design's lines themselves, by number. */
export function topsQuery(designId: string) {
  return queryOptions({
    queryKey: [...keys.designs, 'tops', designId],
    queryFn: async () => {
      const query = { designId, type: 'bom', limit: MOST_LINES }
      const lines = await take(api.GET('/api/relationships', { params: { query } }))
      const used = new Set(lines.relationships.map(({ targetId }) => targetId))
      const all = [...new Set(lines.relationships.map(({ sourceId }) => sourceId))]
      const ids = all.filter((id) => !used.has(id)).slice(0, MOST_TOPS)
      const isWhole = lines.relationships.length < MOST_LINES
      if (ids.length === 0) return { tops: [], isWhole }
      const { items } = await listItems({ id: ids.join(','), limit: MOST_TOPS, sort: 'itemNumber' })
      return { tops: items, isWhole }
    },
  })
}
