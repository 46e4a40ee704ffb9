/** Which branch the words of an address name. */

import { api, take } from './client'
import { branchesQuery, designByCodeQuery } from './designs'
import { itemIdQuery, itemQuery, MAIN } from './items'
import { problemOf } from './problem'
import { queryClient } from './query-client'

const ECO = /^eco\/(.+)$/

/** The branch of the item's design, or of the change order. */
export async function branchOfItem(ref: string, name: string): Promise<string | undefined> {
  return (await branchOfDesign(ref, name)) ?? (await branchOfChange(name))
}

export async function branchOfList(
  code: string | undefined,
  name: string,
): Promise<string | undefined> {
  const design = code === undefined ? null : await queryClient.fetchQuery(designByCodeQuery(code))
  return branchOf(design?.record.id, name)
}

async function branchOf(
  designId: string | null | undefined,
  name: string,
): Promise<string | undefined> {
  if (!designId) return undefined
  const { branches } = await queryClient.fetchQuery(branchesQuery(designId))
  return branches.find((branch) => branch.name === name)?.id
}

async function branchOfDesign(ref: string, name: string): Promise<string | undefined> {
  try {
    const id = await queryClient.fetchQuery(itemIdQuery(ref, MAIN))
    const { record } = await queryClient.fetchQuery(itemQuery(id))
    return await branchOf(record.designId, name)
  } catch (error) {
    // What is new on a branch is not on main.
    if (problemOf(error).status !== 404) throw error
    return undefined
  }
}

/** The branch of a change order, for library items and for what is new there. */
async function branchOfChange(name: string): Promise<string | undefined> {
  const number = ECO.exec(name)?.[1]
  if (!number) return undefined
  const { changeOrders } = await take(
    api.GET('/api/change-orders', { params: { query: { search: number } } }),
  )
  const order = changeOrders.find((one) => one.itemNumber === number)
  if (!order) return undefined
  const path = { order_id: order.id }
  const { affectedItems } = await take(
    api.GET('/api/change-orders/{order_id}/affected-items', { params: { path } }),
  )
  return affectedItems.find((entry) => entry.branchId)?.branchId ?? undefined
}
