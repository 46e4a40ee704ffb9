/** Changed fields one by one: of the attributes, which are one field on the wire, each for itself; pure. */

export interface FieldChange {
  from?: unknown
  to?: unknown
}

/** Name, value before and after; `isOwn` where people gave the name themselves. */
export type NamedChange = FieldChange & { name: string; isOwn: boolean }

export function fieldChanges(fields: Readonly<Record<string, FieldChange>>): NamedChange[] {
  return Object.entries(fields).flatMap(([name, change]): NamedChange[] => {
    if (name !== 'attributes') return [{ name, ...change, isOwn: false }]
    const [from, to] = [recordOf(change.from), recordOf(change.to)]
    return [...new Set([...Object.keys(from), ...Object.keys(to)])]
      .filter((key) => from[key] !== to[key])
      .map((key) => ({ name: key, from: from[key], to: to[key], isOwn: true }))
  })
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
