/** What the views of structures need to know of the page's item. */

import { useItemHere } from './use-item'

export function useStructureProps() {
  const { item, version } = useItemHere()
  const { id, masterId, revision, itemNumber: number, designId } = item
  const lasting = `${masterId} ${revision} ${version.at}`
  return { id, lasting, number, designId, context: version.context, at: version.at }
}
