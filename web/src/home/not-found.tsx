/** What stands in place of a page that is not there. */

import { Link } from '@tanstack/react-router'
import { Compass } from 'lucide-react'
import { buttonClass } from '../kit/button'
import { EmptyState } from '../kit/states'
import { t } from './texts'

export function NotFoundPage() {
  return (
    <EmptyState
      isPage
      icon={Compass}
      title={t('noPage')}
      actions={
        <Link to="/" className={buttonClass({})}>
          {t('toStart')}
        </Link>
      }
    >
      {t('noPageNote')}
    </EmptyState>
  )
}
