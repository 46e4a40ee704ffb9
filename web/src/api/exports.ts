/** What leaves the server: the structure as a file, packages, and links for people without an account. */

import { queryOptions } from '@tanstack/react-query'
import { api, request, take } from './client'
import type { Context } from './items'
import { keys } from './keys'
import { Problem } from './problem'
import type { Answer } from './types'
import type { WriteHeaders } from './write'

export type BomFormat = 'xlsx' | 'csv' | 'pdf'
export type FileKind = 'step' | 'drawing' | 'pdf' | 'image' | 'other'

export interface BomWish {
  format: BomFormat
  flat: boolean
  order: 'findNumber' | 'source'
  columns: readonly string[]
  /** Whether a PDF leaves out columns that are empty on every line. */
  omitEmpty: boolean
}

/** Asks for the file first, so that a refusal is told and not saved. */
export async function downloadBom(itemId: string, wish: BomWish, context: Context): Promise<void> {
  const url = new URL(`/api/items/${itemId}/bom/export`, window.location.origin)
  const columns = wish.columns.map((name) => name.replaceAll(',', '\\,')).join(',')
  const query = {
    ...wish,
    flat: String(wish.flat),
    omitEmpty: String(wish.omitEmpty),
    columns,
    ...context,
  }
  for (const [name, value] of Object.entries(query)) {
    if (typeof value === 'string') url.searchParams.set(name, value)
  }
  const response = await fetch(url, { credentials: 'same-origin' }).catch(() => {
    throw Problem.offline()
  })
  if (!response.ok) throw await Problem.of(response)
  const named = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')
  const address = URL.createObjectURL(await response.blob())
  keepFile(address, decodeURIComponent(named?.[1] ?? `bom.${wish.format}`))
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

export interface PackageWish {
  revision: string
  kinds: readonly FileKind[]
  includeUnreleased: boolean
}

/**
 * The browser itself takes a package, which may be larger than its memory; what is refused is asked for
 * first, since the browser would say no more than that there is no file.
 */
export async function downloadPackage(itemId: string, wish: PackageWish, context: Context) {
  const address = packageAddress(itemId, wish, context)
  const ask = (method: 'HEAD' | 'GET') =>
    fetch(address, { method, credentials: 'same-origin' }).catch(() => {
      throw Problem.offline()
    })
  if (!(await ask('HEAD')).ok) throw await Problem.of(await ask('GET'))
  keepFile(address, '')
}

/** Lets the browser keep what is at the address, under that name or the one that the server gives. */
function keepFile(address: string, name: string) {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}

function packageAddress(itemId: string, wish: PackageWish, context: Context): string {
  const { revision, kinds, includeUnreleased } = wish
  const query = new URLSearchParams({ kinds: kinds.join(',') })
  query.set('includeUnreleased', String(includeUnreleased))
  if (revision) query.set('revision', revision)
  else for (const [name, value] of Object.entries(context)) if (value) query.set(name, value)
  return `/api/items/${itemId}/package?${query}`
}

export function revisionsQuery(itemId: string) {
  return queryOptions({
    queryKey: [...keys.item(itemId), 'revisions'],
    queryFn: () =>
      take(
        api.GET('/api/items/{item_id}/revisions', { params: { path: { item_id: itemId } } }),
      ).then(({ revisions }) => revisions.filter((one) => one.releasedAt !== null)),
  })
}

export type Share = Answer<'/api/shares', 'get'>['shares'][number]
export type ShareVisit = Answer<'/api/shares/{share_id}/visits', 'get'>['visits'][number]

const SHARES = ['shares'] as const

/** One's own links, newest first; of one item where it is named. */
export function sharesQuery(itemId?: string) {
  return queryOptions({
    queryKey: [...SHARES, itemId ?? 'all'],
    queryFn: () =>
      take(api.GET('/api/shares', { params: { query: { ...(itemId && { itemId }), limit: 50 } } })),
  })
}

export function visitsQuery(shareId: string) {
  return queryOptions({
    queryKey: [...SHARES, shareId, 'visits'],
    queryFn: () =>
      take(
        api.GET('/api/shares/{share_id}/visits', {
          params: { path: { share_id: shareId }, query: { limit: 50 } },
        }),
      ),
  })
}

export interface NewShare {
  itemId: string
  expiresAt: string
  revision?: string
  commitId?: string
  kinds: readonly FileKind[]
  includeUnreleased: boolean
  columns: readonly string[]
  note?: string
  email?: string
  password?: string
}

/** The address of the new link, which is told this once. */
export async function createShare(share: NewShare, headers: WriteHeaders): Promise<string> {
  const asked = { body: share, headers: { ...headers } }
  const { record } = await request<{ share: { path: string } }>('POST', '/api/shares', asked)
  return new URL(record.share.path, window.location.origin).href
}

export function revokeShare(id: string, headers: WriteHeaders): Promise<unknown> {
  return request('DELETE', `/api/shares/${id}`, { headers: { ...headers } })
}

export const shareKeys = SHARES
