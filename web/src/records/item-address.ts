/** The address of an item's page: its number, as people know it, and where it is looked at. */
export function itemAddress(item: { itemNumber: string }, tab = '', at?: string): string {
  const path = `/items/${encodeURIComponent(item.itemNumber)}${tab && `/${tab}`}`
  return at ? `${path}?at=${encodeURIComponent(at).replaceAll('%2F', '/')}` : path
}

/** Where the models of two versions of an item are drawn over each other. */
export function overlayAddress(number: string, left: string, right: string): string {
  return sidesAddress(number, '3d', left, right)
}

/** Where the structures of two versions of an item stand side by side. */
export function besideAddress(number: string, left: string, right: string): string {
  return sidesAddress(number, 'compare', left, right)
}

function sidesAddress(number: string, tab: string, left: string, right: string): string {
  const asked = new URLSearchParams({ ...(right && { at: right }), left: left || 'main' })
  return `${itemAddress({ itemNumber: number }, tab)}?${asked}`
}
