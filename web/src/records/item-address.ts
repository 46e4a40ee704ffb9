/** The address of an item's page: its number, as people know it, and where it is looked at. */
export function itemAddress(item: { itemNumber: string }, tab = '', at?: string): string {
  const path = `/items/${encodeURIComponent(item.itemNumber)}${tab && `/${tab}`}`
  return at ? `${path}?at=${encodeURIComponent(at).replaceAll('%2F', '/')}` : path
}
