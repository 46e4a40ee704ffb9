/** Leads from an address that names a revision, as a drawing or a label does, to how it was released. */

import { useEffect } from 'react'
import { notify } from '../kit/toast'
import { useAddress } from '../lists/use-address'
import { t } from './texts'
import type { ReleasePoint } from './version-menu'

interface AskedRevisionProps {
  asked: string
  /** The revision that the page shows. */
  now: string
  releases: readonly ReleasePoint[]
}

/** Where a revision is to be seen: here, at its release, or nowhere. */
export function placeOf({ asked, now, releases }: AskedRevisionProps): 'here' | string | undefined {
  const isAsked = (revision: string) => revision.toLowerCase() === asked.toLowerCase()
  return isAsked(now) ? 'here' : releases.find(({ revision }) => isAsked(revision))?.at
}

export function AskedRevision(props: AskedRevisionProps) {
  const [, change] = useAddress()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address
  useEffect(() => {
    const at = placeOf(props)
    if (!at) notify({ kind: 'bad', text: t('noRevision', { revision: props.asked }) })
    change({ rev: undefined, ...(at && at !== 'here' && { at }) })
  }, [props.asked])
  return null
}
