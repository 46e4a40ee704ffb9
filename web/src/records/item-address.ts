/** The address of an item's page: its number, as people know it, and where it is looked at. */
export function itemAddress(item: { itemNumber: string }, tab = '', at?: string): string {
  const path = `/items/${encodeURIComponent(item.itemNumber)}${tab && `/${tab}`}`
  return at ? `${path}?at=${encodeURIComponent(at).replaceAll('%2F', '/')}` : path
}

/** Where two versions of an item are seen together: `3d` draws one over the other, `compare` puts them side by side. */
export function sidesAddress(
  tab: '3d' | 'compare',
  number: string,
  left: string,
  right: string,
): string {
  const asked = new URLSearchParams({ ...(right && { at: right }), left: left || 'main' })
  return `${itemAddress({ itemNumber: number }, tab)}?${asked}`
}
