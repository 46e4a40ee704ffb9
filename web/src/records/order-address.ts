/** The address of a change order's page. */
export function orderAddress(order: { itemNumber: string }): string {
  return `/changes/${encodeURIComponent(order.itemNumber)}`
}
