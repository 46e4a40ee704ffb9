/** What the views of structures need to know of the page's item. */

import { useItemHere } from './use-item'

export function useStructureProps() {
  const { item, version } = useItemHere()
  const { id, itemNumber: number, designId } = item
  return { id, number, designId, context: version.context, at: version.at }
}
