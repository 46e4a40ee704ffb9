/** What the tabs of an item's page show. */

import { FilesView } from '../files/files-view'
import { StructureView } from '../structure/structure-view'
import { UsedView } from '../structure/used-view'
import { HistoryView } from './history-view'
import { Overview } from './overview'
import { useItemHere } from './use-item'

function useStructureProps() {
  const { item, version } = useItemHere()
  return { id: item.id, number: item.itemNumber, context: version.context, at: version.at }
}

export function OverviewTab() {
  return <Overview />
}

export function StructureTab() {
  const props = useStructureProps()
  return <StructureView key={props.id} {...props} />
}

export function UsedTab() {
  const props = useStructureProps()
  return <UsedView key={props.id} {...props} />
}

export function FilesTab() {
  const { item, version, editReason } = useItemHere()
  return <FilesView itemId={item.id} context={version.context} reason={editReason} />
}

export function HistoryTab() {
  return <HistoryView />
}
