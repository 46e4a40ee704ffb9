/** Colours that tell something of the parts: as the file has them, by state, by material, each its own. */

export const COLOURINGS = ['cad', 'state', 'material', 'part', 'change'] as const
export type Colouring = (typeof COLOURINGS)[number]

const STATES: Readonly<Record<string, string>> = {
  Draft: '#8b969b',
  'In Review': '#d08a1e',
  Approved: '#2f8fb0',
  Released: '#2f9e5b',
  Superseded: '#a65b5b',
  Obsolete: '#9b2c2c',
}
export const CHANGES = {
  added: '#2f9e5b',
  changed: '#d08a1e',
  moved: '#2f8fb0',
  removed: '#b3261e',
} as const
export type ChangeMark = keyof typeof CHANGES

const UNKNOWN = '#c9ced0'

/** The state's own colour; the same one for a text wherever it comes, far from its neighbours'. */
export function colourOf(by: Colouring, text: string | null | undefined): string {
  if (!text) return UNKNOWN
  if (by === 'change') return CHANGES[text as ChangeMark] ?? UNKNOWN
  if (by === 'state') return STATES[text] ?? UNKNOWN
  let sum = 0
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  const hue = (sum * 137.508) % 360
  return hslHex(hue, 0.46, 0.55)
}

function hslHex(hue: number, saturation: number, lightness: number): string {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const channel = (offset: number) => {
    const at = (offset + hue / 30) % 12
    const value = lightness - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1))
    return Math.round(255 * value)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(0)}${channel(8)}${channel(4)}`
}

/** A product's or an item's name without what CAD programs add: case, copies, marks between words. */
export function matchKey(name: string): string {
  return name
    .toLowerCase()
    .replace(/(?:[_:]|\s*#)\d+$/, '')
    .replace(/[\s_-]+/g, '')
}
