/** From the requirements of one design to what meets them. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { designsQuery } from '../api/designs'
import { Button, buttonClass } from '../kit/button'
import { readValues } from '../lists/query'
import { useAddress } from '../lists/use-address'
import { t } from './texts'

export function CoverageLink() {
  const codes = readValues(useAddress()[0].design)
  const designs = useQuery(designsQuery).data?.designs ?? []
  const [code, more] = codes.length > 0 ? codes : designs.map((design) => design.code)
  if (code === undefined || more !== undefined)
    return <Button reason={t('coverageOfOne')}>{t('toCoverage')}</Button>
  return (
    <Link to="/designs/$code/coverage" params={{ code }} search={{}} className={buttonClass({})}>
      {t('toCoverage')}
    </Link>
  )
}
