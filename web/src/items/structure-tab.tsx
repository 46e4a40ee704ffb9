/** The structure of an item's page. */

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mayDo, useMe } from '../api/account'
import { designQuery } from '../api/designs'
import { late } from '../forms/late'
import { StructureView } from '../structure/structure-view'
import { useLocks } from '../structure/use-locks'
import { useItemHere } from './use-item'
import { useStructureProps } from './use-structure-props'

const StartChangeDialog = late(
  async () => (await import('./start-change-dialog')).StartChangeDialog,
)

const ExportDialog = late(async () => (await import('../exports/export-dialog')).ExportDialog)

export function StructureTab() {
  const props = useStructureProps()
  const { item, version } = useItemHere()
  const [isStarting, setStarting] = useState(false)
  const [isExporting, setExporting] = useState(false)
  const onExport = () => setExporting(true)
  const { designId } = props
  const design = useQuery(designQuery(designId)).data
  const isMainProtected = design?.record.phase === 'post-release'
  const locks = useLocks(version.kind !== 'commit', version.context.branchId)
  // Who may not start one is told so at the head of the page.
  const mayStart = mayDo(useMe(), 'change_orders.create') && version.kind === 'main'
  const onStartChange = mayStart ? () => setStarting(true) : undefined
  return (
    <>
      <StructureView
        key={props.lasting}
        {...props}
        {...{ isMainProtected, locks, onExport, onStartChange }}
      />
      {isExporting && (
        <ExportDialog item={item} context={version.context} onClose={() => setExporting(false)} />
      )}
      {isStarting && <StartChangeDialog onClose={() => setStarting(false)} />}
    </>
  )
}
