/** The pages of the administration, beside each other. */

import { Link } from '@tanstack/react-router'
import { Tabs } from '../kit/page'
import { t } from './texts'

export function AdminTabs() {
  return (
    <Tabs label={t('administration')}>
      <Link to="/admin/people" search={{}}>
        {t('people')}
      </Link>
      <Link to="/admin/roles" search={{}}>
        {t('roles')}
      </Link>
      <Link to="/admin/workflows" search={{}}>
        {t('workflows')}
      </Link>
      <Link to="/admin/attributes" search={{}}>
        {t('attributes')}
      </Link>
      <Link to="/admin/categories" search={{}}>
        {t('categories')}
      </Link>
      <Link to="/admin/numbering" search={{}}>
        {t('numbering')}
      </Link>
      <Link to="/admin/audit" search={{}}>
        {t('audit')}
      </Link>
      <Link to="/admin/system" search={{}}>
        {t('system')}
      </Link>
    </Tabs>
  )
}
