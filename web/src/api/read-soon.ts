/** What a write made stale, where the feed of events tells of the write in a moment. */

import type { Query, QueryClient } from '@tanstack/react-query'

/** Longer than the feed takes, and what others do at the same time. */
const WITHOUT_FEED_MS = 2500

/**
 * Leaves it to the feed to have the answers read anew, which it does once whatever the number of
 * reasons; where it does not come they are read without it. For large answers that the page has
 * already brought up to date itself.
 */
export function readSoon(client: QueryClient, isMeant: (query: Query) => boolean): void {
  void client.invalidateQueries({ predicate: isMeant, refetchType: 'none' })
  setTimeout(() => {
    const predicate = (query: Query) => isMeant(query) && query.state.isInvalidated
    void client.refetchQueries({ predicate, type: 'active' }, { cancelRefetch: false })
  }, WITHOUT_FEED_MS)
}
