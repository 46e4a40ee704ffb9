/** Parts that a text may mean, looked up while it is typed. */

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Context, listItems } from '../api/items'
import { keys } from '../api/keys'
import type { LineItem } from '../api/structure'

const WAIT_MS = 120
const OFFERED = 8
const NOTHING: readonly LineItem[] = []

export interface FoundParts {
  found: readonly LineItem[]
  /** Whether the parts that the text means are still looked up. */
  isWaiting: boolean
}

export function useParts(text: string, { branchId, commitId }: Context): FoundParts {
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
  const wanted = text.trim()
  if (wanted === '') return { found: NOTHING, isWaiting: false }
  const items = answer.data?.items ?? NOTHING
  const isWaiting = asked !== wanted || answer.isPlaceholderData || answer.isPending
  // What an earlier text found is offered on as long as it fits this one.
  return { found: isWaiting ? items.filter((item) => fits(item, wanted)) : items, isWaiting }
}

function fits({ itemNumber, name }: LineItem, text: string): boolean {
  return `${itemNumber} ${name}`.toLowerCase().includes(text.toLowerCase())
}
