/** The table of what can be done to what; pure. */

export const ACTIONS = ['read', 'create', 'update', 'delete', 'approve', 'manage'] as const
export type Action = (typeof ACTIONS)[number]

/** The resources of permissions such as `parts.read`, in the order in which they come. */
export function resourcesOf(permissions: Iterable<string>): string[] {
  return [...new Set([...permissions].map((name) => name.split('.')[0] ?? ''))].sort()
}

/** Whether a permission comes with `manage` of its resource, and need not be given by itself. */
export function isImplied(granted: ReadonlySet<string>, resource: string, action: Action): boolean {
  return action !== 'manage' && granted.has(`${resource}.manage`)
}

export function toggled(granted: ReadonlySet<string>, name: string): Set<string> {
  const next = new Set(granted)
  if (!next.delete(name)) next.add(name)
  return next
}

export function differences(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const missing = (from: ReadonlySet<string>, to: ReadonlySet<string>) =>
    [...from].filter((name) => !to.has(name)).length
  return missing(a, b) + missing(b, a)
}
