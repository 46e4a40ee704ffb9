/** In which version a list of items is seen, and the choice of another. */

import { queryOptions, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { MAIN_VERSION, type Version, versionAt } from '../api/context'
import { designByCodeQuery } from '../api/designs'
import { readValues } from '../lists/query'
import { useAddress } from '../lists/use-address'

const VersionMenu = lazy(() =>
  import('../versions/version-menu').then((m) => ({ default: m.VersionMenu })),
)

/** The only design that the list is narrowed to; branches are a design's. */
function useOnlyDesign(): string | undefined {
  const [address] = useAddress()
  const codes = readValues(address.design)
  return codes.length === 1 ? codes[0] : undefined
}

/** The version of a list: a branch of the only design that it shows, or a commit. */
function listVersionQuery(code: string | undefined, at: string | undefined) {
  return queryOptions({
    queryKey: ['version', 'list', code, at],
    queryFn: () => versionAt(at, (find, name) => find.branchOfList(code, name)),
    staleTime: 60_000,
  })
}

/** Undefined until it is known. */
export function useListVersion(): Version | undefined {
  const [{ at }] = useAddress()
  const code = useOnlyDesign()
  const isMain = !at || at === 'main'
  const found = useQuery({ ...listVersionQuery(code, at), enabled: !isMain }).data
  return isMain ? MAIN_VERSION : found
}

export function ListVersionMenu({ version }: { version: Version }) {
  const code = useOnlyDesign()
  const [, change] = useAddress()
  const design = useQuery({ ...designByCodeQuery(code ?? ''), enabled: code !== undefined })
  const designId = design.data?.record.id
  if (code === undefined) return null
  return (
    <Suspense>
      <VersionMenu version={version} designId={designId} onGo={(at) => change({ at })} />
    </Suspense>
  )
}
