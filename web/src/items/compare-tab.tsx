/** An item's page compared: itself, and its structure. */

import { lazy, Suspense } from 'react'
import { CompareView } from '../structure/compare-view'
import { useStructureProps } from './use-structure-props'

const ComparedItem = lazy(() =>
  import('./compared-item').then((m) => ({ default: m.ComparedItem })),
)

export function CompareTab() {
  const props = useStructureProps()
  return (
    <CompareView
      key={props.id}
      {...props}
      itself={(sides) => (
        <Suspense>
          <ComparedItem {...sides} />
        </Suspense>
      )}
    />
  )
}
