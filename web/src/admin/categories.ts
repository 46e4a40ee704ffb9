/** The tree of categories and their default attributes as text; pure. */

export interface Category {
  id: string
  name: string
  parentId: string | null
  description: string | null
  defaultAttributes: Readonly<Record<string, string>>
}

/** The names from the top down to a category. */
export function pathOf(one: Category, all: readonly Category[]): string {
  const names: string[] = []
  const seen = new Set<string>()
  let at: Category | undefined = one
  while (at && !seen.has(at.id)) {
    seen.add(at.id)
    names.unshift(at.name)
    const above: string | null = at.parentId
    at = all.find(({ id }) => id === above)
  }
  return names.join(' / ')
}

/** Each category followed by those below it. */
export function inTree<C extends Category>(all: readonly C[]): C[] {
  return all.toSorted((one, other) => pathOf(one, all).localeCompare(pathOf(other, all)))
}

/** A category and all below it, none of which it can stand below. */
export function withinOf(one: Category | null, all: readonly Category[]): ReadonlySet<string> {
  const within = new Set(one ? [one.id] : [])
  for (const { id } of inTree(all)) {
    const above = all.find((other) => other.id === id)?.parentId
    if (above && within.has(above)) within.add(id)
  }
  return within
}

export function defaultsText(one: Category | null): string {
  const entries = Object.entries(one?.defaultAttributes ?? {})
  return entries.map(([name, value]) => `${name}: ${value}`).join('\n')
}

/** `Finish: zinc` on each line; a line without a colon gives an attribute without a value. */
export function readDefaults(text: string | null): Record<string, string> {
  const lines = (text ?? '').split('\n').filter((line) => line.trim() !== '')
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(':')
      const [name, value] = at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)]
      return [name.trim(), value.trim()]
    }),
  )
}
