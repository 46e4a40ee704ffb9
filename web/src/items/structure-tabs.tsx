/** The structure of an item's page, and where the item is used. */

import { StructureView } from '../structure/structure-view'
import { UsedView } from '../structure/used-view'
import { useItemHere } from './use-item'

function useStructureProps() {
  const { item, version } = useItemHere()
  return { id: item.id, number: item.itemNumber, context: version.context, at: version.at }
}

export function StructureTab() {
  const props = useStructureProps()
  return <StructureView key={props.id} {...props} />
}

export function UsedTab() {
  const props = useStructureProps()
  return <UsedView key={props.id} {...props} />
}
