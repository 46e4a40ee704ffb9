/** Where the item of the page is used. */

import { UsedView } from '../structure/used-view'
import { useStructureProps } from './use-structure-props'

export function UsedTab() {
  const props = useStructureProps()
  return <UsedView key={props.id} {...props} />
}
