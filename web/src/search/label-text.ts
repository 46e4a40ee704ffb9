/** What the code on a label says: the number of an item, or something to look for; pure. */

export type Read = { number: string } | { text: string }

export function readLabel(content: string): Read {
  const text = content.trim()
  const path = /^https?:\/\/[^/]+\/i\/([^/?#]+)/i.exec(text)?.[1]
  if (path === undefined) return { text }
  try {
    return { number: decodeURIComponent(path) }
  } catch {
    return { text }
  }
}
