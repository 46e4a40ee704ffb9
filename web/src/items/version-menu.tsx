/** Chooses where to look at the item: main, a branch, a release, another time; the address keeps it. */

import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { revisionsQuery } from '../api/items'
import { formatDate } from '../kit/format'
import { useAddress } from '../lists/use-address'
import { t } from './texts'
import { useItemHere } from './use-item'

const VersionMenu = lazy(() =>
  import('../versions/version-menu').then((m) => ({ default: m.VersionMenu })),
)

/** Only few addresses ask for a revision. */
const Asked = lazy(() =>
  import('../versions/asked-revision').then((m) => ({ default: m.AskedRevision })),
)

interface Released {
  revision: string
  releasedAt: string | null
  /** Left out by servers that do not tell it. */
  releaseCommitId?: string | null
}

export function ItemVersionMenu() {
  const { item, version } = useItemHere()
  const navigate = useNavigate()
  const [{ rev }] = useAddress()
  const revisions = useQuery(revisionsQuery(item.id)).data?.revisions
  const releases = revisions?.flatMap(({ revision, releasedAt, releaseCommitId: at }: Released) => {
    const label = `${t('revisionOf', { revision })}, ${formatDate(releasedAt)}`
    return at ? [{ at, revision, label }] : []
  })
  return (
    <Suspense>
      <VersionMenu
        version={version}
        designId={item.designId ?? undefined}
        releases={releases}
        onGo={(at) => void navigate({ to: '.', search: (now) => ({ ...now, at }) })}
      />
      {rev && releases && <Asked asked={rev} now={item.revision} releases={releases} />}
    </Suspense>
  )
}
