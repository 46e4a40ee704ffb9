/** The items around one as a picture that is walked through with the arrow keys. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type GraphEdge, graphQuery } from '../api/graph'
import type { Context } from '../api/items'
import { IconButton } from '../kit/button'
import { classes } from '../kit/classes'
import { formatDecimal } from '../kit/format'
import { Bar } from '../kit/page'
import { EmptyState, LoadingRows } from '../kit/states'
import { useAddress } from '../lists/use-address'
import { itemAddress } from '../records/item-address'
import { QueryError } from '../records/query-error'
import styles from './graph.module.css'
import { BOX, type Layout, layOut, type PlacedBox, type PlacedEdge } from './layout'
import { t } from './texts'

const DEPTHS = [1, 2, 3] as const
const ZOOMS = [0.5, 0.7, 0.85, 1, 1.25, 1.5] as const
const LIFE_SIZE = 3
/** Smaller cannot be read; what does not fit then is scrolled. */
const SMALLEST_FIT = 1

interface NeighbourhoodProps {
  id: string
  number: string
  context: Context
  at: string | undefined
}

export function Neighbourhood({ id, number, context, at }: NeighbourhoodProps) {
  const [address, change] = useAddress()
  const depth = DEPTHS.find((one) => String(one) === address.depth) ?? 2
  const found = useQuery({ ...graphQuery(id, context, depth), placeholderData: (old) => old })
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [fit, setFit] = useState(LIFE_SIZE)
  const [chosen, setZoom] = useState<number | null>(null)
  const zoom = chosen ?? fit
  const layout = useMemo(() => found.data && layOut(id, found.data, open), [found.data, id, open])
  if (found.error) return <QueryError error={found.error} onRetry={() => void found.refetch()} />
  if (!layout || !found.data) return <LoadingRows columns={3} />
  const { truncated, incomplete } = found.data
  return (
    <>
      <Bar label={t('graph')}>
        <label className={styles.depth}>
          <span>{t('depth')}</span>
          <select value={depth} onChange={(event) => change({ depth: event.target.value })}>
            {DEPTHS.map((one) => (
              <option key={one} value={one}>
                {t('steps', { count: one })}
              </option>
            ))}
          </select>
        </label>
        <IconButton
          icon={ZoomOut}
          label={t('zoomOut')}
          reason={zoom === 0 ? t('smallest') : null}
          onClick={() => setZoom(zoom - 1)}
        />
        <IconButton
          icon={ZoomIn}
          label={t('zoomIn')}
          reason={zoom === ZOOMS.length - 1 ? t('largest') : null}
          onClick={() => setZoom(zoom + 1)}
        />
        <span className={styles.note}>
          {incomplete && t('hidden')} {truncated && t('truncated')}
        </span>
      </Bar>
      {layout.boxes.length === 1 ? (
        <EmptyState title={t('alone')}>{t('aloneNote')}</EmptyState>
      ) : (
        <Picture
          layout={layout}
          label={t('around', { number })}
          centre={id}
          at={at}
          depth={depth}
          zoom={ZOOMS[zoom] ?? 1}
          // What is unfolded moves nothing.
          onFit={open.size === 0 ? setFit : undefined}
          onOpen={(key) => setOpen(new Set([...open, key]))}
        />
      )}
    </>
  )
}

interface PictureProps {
  layout: Layout
  label: string
  centre: string
  at: string | undefined
  depth: number
  zoom: number
  /** Tells which size shows the whole width in the room there is. */
  onFit: ((zoom: number) => void) | undefined
  onOpen: (key: string) => void
}

const MARGIN = 32

function Picture({ layout, label, centre, at, depth, zoom, onFit, onOpen }: PictureProps) {
  const room = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const element = room.current
    if (!element || !onFit) return
    onFit(fitting(layout, { width: element.clientWidth, height: element.clientHeight }))
  }, [layout, onFit])
  useCentred(room, layout, centre, zoom)
  const { width, height } = layout
  const size = { width: (width + 2 * MARGIN) * zoom, height: (height + 2 * MARGIN) * zoom }
  return (
    <section ref={room} className={styles.room} aria-label={label} onKeyDown={moveFocus}>
      <div style={size}>
        <div className={styles.paper} style={{ transform: `scale(${zoom})`, padding: MARGIN }}>
          <svg width={width} height={height} aria-hidden className={styles.edges}>
            {layout.edges.map((edge) => (
              <Edge key={edge.key} placed={edge} />
            ))}
          </svg>
          <ul style={{ width, height }}>
            {layout.boxes.map((box) => (
              <li key={box.key} style={{ left: box.x, top: box.y }}>
                <Box
                  box={box}
                  isCentre={box.key === centre}
                  at={at}
                  depth={depth}
                  edge={layout.edges.find(({ from, to }) => to === box || from === box)?.edge}
                  onOpen={onOpen}
                />
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  )
}

/** All of it is seen where it can be read then; else its whole width, and its height is scrolled. */
export function fitting({ width, height }: Size, room: Size): number {
  const largest = (isSeen: (zoom: number) => boolean) =>
    ZOOMS.findLastIndex((zoom, at) => at <= LIFE_SIZE && isSeen(zoom))
  const isWide = (zoom: number) => (width + 2 * MARGIN) * zoom <= room.width
  const whole = largest((zoom) => isWide(zoom) && (height + 2 * MARGIN) * zoom <= room.height)
  return Math.max(whole >= SMALLEST_FIT ? whole : largest(isWide), SMALLEST_FIT)
}

interface Size {
  width: number
  height: number
}

interface BoxProps {
  box: PlacedBox
  isCentre: boolean
  at: string | undefined
  depth: number
  edge: GraphEdge | undefined
  onOpen: (key: string) => void
}

function Box({ box: { node, group }, isCentre, at, depth, edge, onOpen }: BoxProps) {
  const size = { width: BOX.width, height: BOX.height }
  if (group) {
    return (
      <button type="button" className={styles.many} style={size} onClick={() => onOpen(group.key)}>
        {t('more', { count: group.count })}
      </button>
    )
  }
  if (!node) return null
  return (
    <Link
      to={itemAddress(node, isCentre ? '' : 'graph') as string}
      search={{ at, depth: isCentre || depth === 2 ? undefined : String(depth) } as never}
      className={classes(styles.box, isCentre && styles.centre)}
      style={size}
      title={isCentre || !edge ? node.name : `${edgeText(edge)} ${node.name}`}
      aria-current={isCentre || undefined}
    >
      <span className="mono truncate">{node.itemNumber}</span>
      <span className="truncate">{node.name}</span>
    </Link>
  )
}

function Edge({ placed: { from, to, edge, isUp } }: { placed: PlacedEdge }) {
  const y1 = from.y + BOX.height / 2
  const y2 = to.y + BOX.height / 2
  const x1 = from.x + BOX.width
  const middle = (x1 + to.x) / 2
  const isBom = edge === undefined || edge.type === 'BOM'
  return (
    <g>
      <path
        d={`M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${to.x} ${y2}`}
        strokeDasharray={isBom ? undefined : '4 3'}
      />
      {edge && edgeText(edge) !== '' && (
        <text
          x={isUp ? x1 + 6 : to.x - 6}
          y={(isUp ? y1 : y2) - 5}
          textAnchor={isUp ? 'start' : 'end'}
        >
          {edgeText(edge)}
        </text>
      )}
    </g>
  )
}

/** How many of a line; what a reference is. One of a line goes without saying. */
function edgeText({ type, quantity }: GraphEdge): string {
  if (type === 'BOM') return Number(quantity) === 1 ? '' : `${formatDecimal(quantity)}×`
  return t(`edge_${type}` as 'edge_reference')
}

/** The item of the page stands in the middle of what is seen. */
function useCentred(
  room: React.RefObject<HTMLElement | null>,
  layout: Layout,
  centre: string,
  zoom: number,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening a group moves nothing
  useEffect(() => {
    const box = layout.boxes.find(({ key }) => key === centre)
    const element = room.current
    if (!box || !element) return
    element.scrollTo(
      (box.x + MARGIN + BOX.width / 2) * zoom - element.clientWidth / 2,
      (box.y + MARGIN + BOX.height / 2) * zoom - element.clientHeight / 2,
    )
  }, [centre, zoom])
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** To the nearest box in the direction of the key. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = STEPS[event.key]
  const from = document.activeElement?.closest('li')
  if (!step || !from || !event.currentTarget.contains(from)) return
  event.preventDefault()
  const start = from.getBoundingClientRect()
  let best: { element: HTMLElement; far: number } | undefined
  for (const element of event.currentTarget.querySelectorAll<HTMLElement>('li > *')) {
    const place = element.getBoundingClientRect()
    const [dx, dy] = [place.left - start.left, place.top - start.top]
    const along = dx * step[0] + dy * step[1]
    const aside = Math.abs(dx * step[1]) + Math.abs(dy * step[0])
    if (along < 8) continue
    const far = along + aside * (step[0] === 0 ? 4 : 1)
    if (!best || far < best.far) best = { element, far }
  }
  best?.element.focus()
  best?.element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
