/** What can be done with an item besides editing its fields. */

import { queryOptions } from '@tanstack/react-query'
import { api, request, take } from './client'
import type { Context } from './items'
import { keys } from './keys'
import type { ChangeOrder, Item } from './types'
import type { WriteHeaders } from './write'

export function transitionsQuery(id: string, context: Context) {
  return queryOptions({
    queryKey: [...keys.item(id), 'transitions', context],
    queryFn: () =>
      take(
        api.GET('/api/items/{item_id}/transitions', {
          params: { path: { item_id: id }, query: context },
        }),
      ),
  })
}

export function checkoutQuery(id: string, branchId: string) {
  return queryOptions({
    queryKey: [...keys.item(id), 'checkout', branchId],
    queryFn: () =>
      take(
        api.GET('/api/items/{item_id}/checkout', {
          params: { path: { item_id: id }, query: { branchId } },
        }),
      ),
  })
}

export type ItemDeed = 'checkout' | 'checkin' | 'lock' | 'unlock' | 'cancel-checkout'

export async function actOnItem(
  id: string,
  deed: ItemDeed,
  branchId: string | undefined,
  headers: WriteHeaders,
): Promise<unknown> {
  const isCancel = deed === 'cancel-checkout'
  const path = `/api/items/${id}/${isCancel ? 'checkout' : deed}`
  const isBranched = isCancel || deed === 'checkout' || deed === 'checkin'
  const body = isBranched ? { branchId } : {}
  return request(isCancel ? 'DELETE' : 'POST', path, { body, headers: { ...headers } })
}

export function deleteItem(id: string, context: Context, headers: WriteHeaders): Promise<unknown> {
  const query = { branchId: context.branchId }
  return request('DELETE', `/api/items/${id}`, { query, headers: { ...headers } })
}

export async function moveItem(
  id: string,
  body: { transition: string; comment?: string; branchId?: string },
  headers: WriteHeaders,
): Promise<Item> {
  const path = `/api/items/${id}/transitions`
  return (await request<Item>('POST', path, { body, headers: { ...headers } })).record
}

/** Makes a change order and puts an item on its branch; a draft may be released with it. */
export async function startChange(
  item: { id: string; designId: string | null; state: string },
  { releases, ...about }: { name: string; reasonForChange?: string; releases: boolean },
  headers: WriteHeaders,
): Promise<ChangeOrder> {
  const order = await request<ChangeOrder>('POST', '/api/change-orders', {
    body: { ...about, designId: item.designId },
    headers: { ...headers },
  })
  const draftAction = releases ? 'release' : 'modify'
  const changeAction = item.state === 'Released' ? 'revise' : draftAction
  await request('POST', `/api/change-orders/${order.record.id}/affected-items`, {
    body: { itemId: item.id, changeAction },
    headers: { ...headers },
  })
  return order.record
}

export function createItem(body: Record<string, unknown>, headers: WriteHeaders): Promise<Item> {
  return request<Item>('POST', '/api/items', { body, headers: { ...headers } }).then(
    (r) => r.record,
  )
}
