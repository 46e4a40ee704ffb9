/** From a record to the one before or behind it in the list that was open last. */

import { queryClient } from '../api/query-client'
import { notify } from '../kit/toast'
import { PAGE_SIZE } from './definition'
import { LEFT_ROWS, type LeftList, left } from './left-list'
import { t } from './texts'
import { listKey } from './use-pages'

/** Where the last step led: rows that are read for it are not among those of the list. */
let reached: { list: LeftList; page: string; place: number } | undefined

/** `/items/PN-1` of `/items/PN-1/structure?at=main`. */
export function pageOf(address: string): string {
  return pathOf(address).split('/').slice(0, 3).join('/')
}

const pathOf = (address: string) => address.replace(/[?#].*/, '')

/** The address to go to, with the same section of the page; null where there is none. */
async function neighbour(by: 1 | -1, address: string): Promise<string | null> {
  const page = pageOf(address)
  const found = left.last ? await listed(left.last, page, by) : keptRow(page, by)
  if (found === undefined) return null
  return pageOf(found) + pathOf(address).slice(page.length) + found.slice(pathOf(found).length)
}

async function listed(list: LeftList, page: string, by: 1 | -1): Promise<string | undefined> {
  const place = placeOf(list, page)
  const next = place + by
  if (place < 0 || next < 0 || next >= list.pages.total) return undefined
  const found = await addressAt(list, next)
  if (found !== undefined) reached = { list, page: pageOf(found), place: next }
  return found
}

/** Of the rows that had been read when the page was loaded anew. */
function keptRow(page: string, by: 1 | -1): string | undefined {
  const rows: (string | null)[] = JSON.parse(sessionStorage[LEFT_ROWS] ?? '[]')
  const place = rows.findIndex((row) => row && pageOf(row) === page)
  return (place >= 0 && rows[place + by]) || undefined
}

function placeOf(of: LeftList, page: string): number {
  if (reached?.list === of && reached.page === page) return reached.place
  const { list, pages } = of
  for (let place = 0; place < pages.total; place += 1) {
    const row = pages.rowAt(place)
    if (row !== undefined && pageOf(list.addressOf(row)) === page) return place
  }
  return -1
}

async function addressAt({ list, query }: LeftList, place: number): Promise<string | undefined> {
  const page = Math.floor(place / PAGE_SIZE) + 1
  const queryKey = [...listKey(list.kind, list.scope, query), page]
  const queryFn = () => list.fetchPage(query, page)
  const found = await queryClient.fetchQuery({ queryKey, queryFn, staleTime: 5 * 60_000 })
  const row = found.rows[place % PAGE_SIZE]
  return row === undefined ? undefined : list.addressOf(row)
}

export async function goOn(by: 1 | -1, address: string, go: (to: string) => void) {
  const to = await neighbour(by, address)
  if (to === null) notify({ kind: 'good', text: t('listEnds') })
  else go(to)
}
