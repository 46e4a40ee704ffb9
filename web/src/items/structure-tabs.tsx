/** The structure of an item's page, comparisons of it, and where the item is used. */

import { lazy, Suspense, useState } from 'react'
import { CompareView } from '../structure/compare-view'
import { StructureView } from '../structure/structure-view'
import { UsedView } from '../structure/used-view'
import { useItemHere } from './use-item'

const StartChangeDialog = lazy(() =>
  import('./start-change-dialog').then((m) => ({ default: m.StartChangeDialog })),
)

function useStructureProps() {
  const { item, version } = useItemHere()
  const { id, itemNumber: number, designId } = item
  return { id, number, designId, context: version.context, at: version.at }
}

export function StructureTab() {
  const props = useStructureProps()
  const { version } = useItemHere()
  const [isStarting, setStarting] = useState(false)
  const onStartChange = version.kind === 'main' ? () => setStarting(true) : undefined
  return (
    <>
      <StructureView key={`${props.id} ${props.at}`} {...props} onStartChange={onStartChange} />
      <Suspense>{isStarting && <StartChangeDialog onClose={() => setStarting(false)} />}</Suspense>
    </>
  )
}

export function CompareTab() {
  const props = useStructureProps()
  return <CompareView key={props.id} {...props} />
}

export function UsedTab() {
  const props = useStructureProps()
  return <UsedView key={props.id} {...props} />
}
