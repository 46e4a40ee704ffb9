/** The 3D models of an item's page. */

import { Link } from '@tanstack/react-router'
import { buttonClass } from '../kit/button'
import { ModelPage } from '../model3d/model-page'
import { itemAddress } from '../records/item-address'
import { t } from './texts'
import { useItemHere } from './use-item'

export function ModelTab() {
  const { item, version } = useItemHere()
  const toFiles = (
    <Link to={itemAddress(item, 'files', version.at)} className={buttonClass({})}>
      {t('files')}
    </Link>
  )
  return (
    <ModelPage
      itemId={item.id}
      itemNumber={item.itemNumber}
      context={version.context}
      toFiles={toFiles}
    />
  )
}
