/** What is locked or checked out anywhere, up to a thousand items of each. */

import { api, take } from './client'
import { everyPage } from './every-page'

const MOST = 100
const MOST_PAGES = 10

/** Their names by the numbers of items: a lock keeps an item everywhere, a checkout on its branch. */
export async function heldByOthers(me: string | undefined, branchId: string | undefined) {
  const locks = everyPage({
    read: (page) => take(api.GET('/api/locks', { params: { query: { page, limit: MOST } } })),
    size: MOST,
    most: MOST_PAGES,
  })
  const checkouts = everyPage({
    read: (page) => take(api.GET('/api/checkouts', { params: { query: { page, limit: MOST } } })),
    size: MOST,
    most: MOST_PAGES,
  })
  // Both are waited for at once: of one that fails while the other is awaited, nobody would hear.
  const [lockPages, checkoutPages] = await Promise.all([locks, checkouts])
  const out = checkoutPages
    .flatMap((page) => page.checkouts)
    .filter(({ branch }) => (branchId ? branch.id === branchId : branch.kind === 'main'))
    .map(({ item, checkedOutBy: by }) => ({ item, by }))
  const locked = lockPages
    .flatMap((page) => page.locks)
    .map(({ item, lockedBy: by }) => ({ item, by }))
  const others = [...out, ...locked].filter(({ by }) => by.id !== me)
  return new Map(others.map(({ item, by }) => [item.itemNumber, by.name]))
}
