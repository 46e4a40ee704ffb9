/** What is said about an item, in all its versions. */

import { Discussion } from '../comments/discussion'
import { useItemHere } from './use-item'

export function DiscussionTab() {
  const { item } = useItemHere()
  return <Discussion subject={`item:${item.id}`} />
}
