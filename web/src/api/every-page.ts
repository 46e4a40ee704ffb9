/** Lists read whole, page by page, the further pages at once. */

import { ask, refusal } from './client'

interface Reading<P> {
  read: (page: number) => Promise<P>
  /** Records on a page. */
  size: number
  /** Pages that are read at most. */
  most: number
}

export async function everyPage<P extends { total: number }>({ read, size, most }: Reading<P>) {
  const first = await read(1)
  const pages = Math.min(Math.ceil(first.total / size), most)
  const rest = Array.from({ length: Math.max(0, pages - 1) }, (_, place) => read(place + 2))
  return [first, ...(await Promise.all(rest))] as [P, ...P[]]
}

interface ItemPages {
  query: Readonly<Record<string, string | number | undefined>>
  size: number
  most: number
}

/** Lists of items, all pages as of the first one: what others write meanwhile moves no row to another page. */
export function everyItemPage<P extends { total: number }>(
  path: string,
  { query, size, most }: ItemPages,
) {
  let at = 'newest'
  const read = async (page: number): Promise<P> => {
    const response = await ask('GET', path, { query: { ...query, page, limit: size, at } })
    if (!response.ok) throw await refusal(response)
    const { data, meta } = (await response.json()) as { data: P; meta: { at: number } }
    at = String(meta.at)
    return data
  }
  return everyPage({ read, size, most })
}
