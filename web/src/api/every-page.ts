/** Lists read whole, page by page, the further pages at once. */

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
