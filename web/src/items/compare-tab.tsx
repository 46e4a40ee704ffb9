/** Structures of an item's page compared. */

import { CompareView } from '../structure/compare-view'
import { useStructureProps } from './use-structure-props'

export function CompareTab() {
  const props = useStructureProps()
  return <CompareView key={props.id} {...props} />
}
