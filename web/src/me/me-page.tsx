import { PageHead } from '../kit/page'
import { t } from './texts'

export function MePage() {
  return <PageHead title={t('title')} />
}
