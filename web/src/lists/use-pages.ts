/** The rows of a list, fetched in pages as they come into sight. */

import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { type ListDefinition, PAGE_SIZE, type RowPage } from './definition'
import type { ListQuery } from './query'

export interface Pages<Row> {
  total: number
  rowAt: (index: number) => Row | undefined
  /** All rows that are here. */
  rows: readonly Row[]
  isPending: boolean
  isStale: boolean
  error: unknown
  retry: () => void
  onRange: (first: number, last: number) => void
}

export function listKey(kind: string, scope: string | undefined, query: ListQuery) {
  return [kind, 'list', scope, query] as const
}

export function usePages<Row>(list: ListDefinition<Row>, query: ListQuery): Pages<Row> {
  const [range, setRange] = useState<readonly [number, number]>([0, 0])
  const key = listKey(list.kind, list.scope, query)
  const first = useQuery({
    queryKey: [...key, 1],
    queryFn: () => list.fetchPage(query, 1),
    placeholderData: keepPreviousData,
  })
  const total = first.data?.total ?? 0
  const wanted = first.isPlaceholderData ? [] : pagesOf(range, total)
  const more = useQueries({
    queries: wanted.map((page) => ({
      queryKey: [...key, page],
      queryFn: () => list.fetchPage(query, page),
    })),
  })
  const pages = new Map<number, RowPage<Row> | undefined>([[1, first.data]])
  wanted.forEach((page, index) => {
    pages.set(page, more[index]?.data)
  })
  const rowAt = (index: number) => pages.get(pageOf(index))?.rows[index % PAGE_SIZE]
  const onRange = useCallback((from: number, to: number) => {
    setRange((now) => (samePages(now, [from, to]) ? now : [from, to]))
  }, [])
  return {
    total,
    rowAt,
    rows: [...pages.values()].flatMap((page) => page?.rows ?? []),
    isPending: first.isPending,
    isStale: first.isPlaceholderData,
    error: first.error,
    retry: () => void first.refetch(),
    onRange,
  }
}

const pageOf = (index: number) => Math.floor(index / PAGE_SIZE) + 1

function samePages(a: readonly [number, number], b: readonly [number, number]): boolean {
  return pageOf(a[0]) === pageOf(b[0]) && pageOf(a[1]) === pageOf(b[1])
}

/** The pages in sight but the first, which is always there. */
function pagesOf([from, to]: readonly [number, number], total: number): number[] {
  const last = Math.min(pageOf(to), Math.ceil(total / PAGE_SIZE))
  const pages: number[] = []
  for (let page = Math.max(2, pageOf(from)); page <= last; page += 1) pages.push(page)
  return pages
}
