/** The address of an item's page: its number, as people know it. */
export function itemAddress(item: { itemNumber: string }, tab = ''): string {
  return `/items/${encodeURIComponent(item.itemNumber)}${tab && `/${tab}`}`
}
