/** Values and names of differences, as people read them; pure. */

/** `reasonForChange` as `Reason for change`. */
export function fieldName(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export function shown(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'object') return String(value)
  for (const key of ['name', 'originalFileName', 'itemNumber']) {
    if (key in value) return String((value as Record<string, unknown>)[key])
  }
  return JSON.stringify(value)
}

/** `+17 %` between two figures, nothing between others. */
export function percent(from: unknown, to: unknown): string {
  const [before, after] = [Number(from), Number(to)]
  const isFigure = from !== '' && from !== null && to !== null && typeof from !== 'boolean'
  if (!isFigure || !Number.isFinite(before) || !Number.isFinite(after) || before === 0) return ''
  const change = Math.round(((after - before) / Math.abs(before)) * 100)
  return change === 0 ? '' : `${change > 0 ? '+' : ''}${change} %`
}
