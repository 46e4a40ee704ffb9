/** The 3D models of an item's page. */

import { Link } from '@tanstack/react-router'
import { UploadArea } from '../files/upload-zone'
import { buttonClass } from '../kit/button'
import { ModelPage } from '../model3d/model-page'
import { itemAddress } from '../records/item-address'
import { t } from './texts'
import { useItemHere } from './use-item'

export function ModelTab() {
  const { item, version, editReason } = useItemHere()
  const { context, at } = version
  const toFiles = (
    <Link to={itemAddress(item, 'files', at)} className={buttonClass({})}>
      {t('files')}
    </Link>
  )
  return (
    <UploadArea itemId={item.id} context={context} reason={editReason}>
      {(zone, isBusy) => (
        <ModelPage
          itemId={item.id}
          itemNumber={item.itemNumber}
          context={context}
          toFiles={zone ?? toFiles}
          over={isBusy ? zone : null}
        />
      )}
    </UploadArea>
  )
}
