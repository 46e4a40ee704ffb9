/** The files of an item's page. */

import { FilesView } from '../files/files-view'
import { useItemHere } from './use-item'

export function FilesTab() {
  const { item, version, editReason } = useItemHere()
  return <FilesView itemId={item.id} context={version.context} reason={editReason} />
}
