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
