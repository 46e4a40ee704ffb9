/** Chooses where to look at the item: main, a branch, a release, another time; the address keeps it. */

import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { revisionsQuery } from '../api/items'
import { formatDate } from '../kit/format'
import { t } from './texts'
import { useItemHere } from './use-item'

const VersionMenu = lazy(() =>
  import('../versions/version-menu').then((m) => ({ default: m.VersionMenu })),
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
  const revisions = useQuery(revisionsQuery(item.id)).data?.revisions ?? []
  const releases = revisions.flatMap(({ revision, releasedAt, releaseCommitId: at }: Released) =>
    at ? [{ at, label: `${t('revisionOf', { revision })}, ${formatDate(releasedAt)}` }] : [],
  )
  return (
    <Suspense>
      <VersionMenu
        version={version}
        designId={item.designId ?? undefined}
        releases={releases}
        onGo={(at) => void navigate({ to: '.', search: (now) => ({ ...now, at }) })}
      />
    </Suspense>
  )
}
