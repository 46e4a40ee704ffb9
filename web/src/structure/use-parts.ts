/** Parts that a text may mean, looked up while it is typed. */

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Context, listItems } from '../api/items'
import { keys } from '../api/keys'
import type { LineItem } from '../api/structure'

const WAIT_MS = 120
const OFFERED = 8
const NOTHING: readonly LineItem[] = []

export function useParts(text: string, { branchId, commitId }: Context): readonly LineItem[] {
  const [asked, ask] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => ask(text.trim()), WAIT_MS)
    return () => clearTimeout(timer)
  }, [text])
  const answer = useQuery({
    queryKey: [...keys.items, 'pick', asked, branchId, commitId],
    queryFn: () =>
      listItems({
        search: asked,
        type: 'Part',
        limit: OFFERED,
        branchId,
        commitId,
        sort: 'itemNumber',
      }),
    enabled: asked !== '',
    placeholderData: (before) => before,
  })
  return asked === '' || text.trim() === '' ? NOTHING : (answer.data?.items ?? NOTHING)
}
