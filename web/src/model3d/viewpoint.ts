/** The camera in an address: where it stands and what it looks at, six figures; pure. */

const DIGITS = 4

export function writeViewpoint(figures: readonly number[]): string {
  return figures.map((figure) => Number(figure.toPrecision(DIGITS))).join(',')
}

/** Null for what is no viewpoint, such as a camera within what it looks at. */
export function readViewpoint(text: string | undefined): readonly number[] | null {
  const figures = (text ?? '').split(',').map((part) => (part.trim() ? Number(part) : Number.NaN))
  if (figures.length !== 6 || !figures.every(Number.isFinite)) return null
  const [x, y, z, ...target] = figures
  const isWithin = [x, y, z].every((figure, index) => figure === target[index])
  return isWithin ? null : figures
}

/** In the order of their keys, from 1 on. */
export const VIEWS = ['iso', 'front', 'back', 'left', 'right', 'top', 'bottom'] as const
export type ViewName = (typeof VIEWS)[number]

export const DIRECTIONS: Readonly<Record<ViewName, readonly [number, number, number]>> = {
  iso: [1, 0.8, 1],
  front: [0, 0, 1],
  back: [0, 0, -1],
  left: [-1, 0, 0],
  right: [1, 0, 0],
  top: [0, 1, 0.0001],
  bottom: [0, -1, 0.0001],
}

/** Cosine of the angle up to which one still looks from a side, of which an address keeps few figures. */
const LIKE = Math.cos(0.02)
/** How far one may be turned about the height where one looks along it. */
const TWIST = 0.02

/** The side that one stands on, by the way from what one looks at; null between them. */
export function sideOf([x = 0, y = 0, z = 0]: readonly number[]): ViewName | null {
  const isAlong = (view: ViewName) => {
    const [a, b, c] = DIRECTIONS[view]
    const lengths = Math.hypot(x, y, z) * Math.hypot(a, b, c)
    return a * x + b * y + c * z > LIKE * lengths
  }
  const found = VIEWS.find(isAlong) ?? null
  const isUpright = found === 'top' || found === 'bottom'
  return isUpright && Math.abs(Math.atan2(x, z)) > TWIST ? null : found
}

/** The same of an address; without one a model is seen from the corner. */
export function sideAt(viewpoint: string | undefined): ViewName | null {
  const [x, y, z, ...target] = readViewpoint(viewpoint) ?? []
  if (x === undefined || y === undefined || z === undefined) return 'iso'
  return sideOf([x, y, z].map((figure, index) => figure - (target[index] ?? 0)))
}
