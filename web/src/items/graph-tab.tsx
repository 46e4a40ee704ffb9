/** The neighbourhood of the page's item. */

import { Neighbourhood } from '../graph/neighbourhood'
import { useStructureProps } from './use-structure-props'

export function GraphTab() {
  const { id, number, context, at } = useStructureProps()
  return <Neighbourhood key={id} {...{ id, number, context, at }} />
}
