/** One row of a commit graph as lines: lanes that go by, forks, merges, and the commit's dot. */

import type { GraphRow } from './lanes'
import styles from './versions.module.css'

const STEP = 14
const MOST = 12
const HEIGHT = 28

export function laneWidth(rows: readonly GraphRow[]): number {
  const lanes = Math.max(
    1,
    ...rows.map(({ above, below, lane }) => Math.max(lane, ...above, ...below) + 1),
  )
  return Math.max(84, 56 + Math.min(MOST, lanes) * STEP)
}

const x = (lane: number) => 4 + Math.min(lane, MOST) * STEP

/** As high as a row, whatever the density, so that the lines meet. */
export function LaneCell({ row }: { row: GraphRow }) {
  const { lane, above, below, forks, merge } = row
  const middle = HEIGHT / 2
  const width = x(Math.max(lane, merge ?? 0, ...above, ...below)) + 6
  const straight = below.filter((at) => above.includes(at) && at !== lane)
  return (
    <svg
      className={styles.lanes}
      width={width}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      {straight.map((at) => (
        <path key={at} data-main={at === 0 || undefined} d={`M${x(at)} 0V${HEIGHT}`} />
      ))}
      {above.includes(lane) && (
        <path data-main={lane === 0 || undefined} d={`M${x(lane)} 0V${middle}`} />
      )}
      {below.includes(lane) && (
        <path data-main={lane === 0 || undefined} d={`M${x(lane)} ${middle}V${HEIGHT}`} />
      )}
      {forks.map((at) => (
        <path key={`fork ${at}`} d={curve(x(at), 0, x(lane), middle)} />
      ))}
      {merge !== null && <path d={curve(x(lane), middle, x(merge), HEIGHT)} />}
      <circle
        data-main={lane === 0 || undefined}
        cx={x(lane)}
        cy={middle}
        r={merge === null ? 4 : 3}
      />
    </svg>
  )
}

function curve(fromX: number, fromY: number, toX: number, toY: number): string {
  const bend = (fromY + toY) / 2
  return `M${fromX} ${fromY}C${fromX} ${bend} ${toX} ${bend} ${toX} ${toY}`
}
