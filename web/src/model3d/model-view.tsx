/** The model of a STEP file: its tree and its picture pick each other. */

import { useEffect, useMemo, useRef, useState } from 'react'
import type { Object3D } from 'three'
import { problemOf } from '../api/problem'
import { Button } from '../kit/button'
import { formatNumber } from '../kit/format'
import { sentenceOf } from '../kit/i18n'
import { passFocus } from '../kit/pass-focus'
import { ErrorState } from '../kit/states'
import { useAddress } from '../lists/use-address'
import { Legend } from './legend'
import type { Measurement } from './measurement'
import { ModelScene } from './model-scene'
import { ModelTools, type ToolState } from './model-tools'
import { above, areAllHidden, type ModelNode } from './model-tree'
import { ModelTreeList } from './model-tree-list'
import styles from './model3d.module.css'
import { coloursOf, itemsOf, type SceneItem } from './painting'
import type { PastSource } from './past'
import { t } from './texts'
import { usePast } from './use-past'
import { sideAt, type ViewName } from './viewpoint'

const AT_FIRST: ToolState = {
  colouring: 'cad',
  isGhost: false,
  isMeasuring: false,
  axis: null,
  cutAt: 0.5,
  isFlipped: false,
  explosion: 0,
}

/** Where two versions are laid over each other. */
const OVERLAID: ToolState = { ...AT_FIRST, colouring: 'change', isGhost: true }

const NONE: ReadonlySet<number> = new Set()

/** The scene lives as long as the canvas; its tree and what went wrong come back. */
function useScene({ load }: ModelSource, address: ViewAddress) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const scene = useRef<ModelScene | null>(null)
  const [nodes, setNodes] = useState<readonly ModelNode[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [picked, setPicked] = useState<number | null>(null)
  const [measured, setMeasured] = useState<readonly Measurement[]>([])
  const now = useRef(address)
  now.current = address
  useEffect(() => {
    const target = canvas.current
    if (!target) return
    let made: ModelScene
    try {
      made = new ModelScene(target, {
        onPick: setPicked,
        onMeasure: setMeasured,
        onMoved: (viewpoint, side) => now.current.keep(viewpoint, side),
      })
    } catch {
      setFailure(t('noWebgl'))
      return
    }
    scene.current = made
    const leaving = new AbortController()
    load(leaving.signal)
      .then((model) => {
        if (leaving.signal.aborted) return
        const found = made.show(model)
        made.stand(now.current.viewpoint)
        setNodes(found)
      })
      .catch((error: unknown) => {
        if (!leaving.signal.aborted)
          setFailure(`${t('notReady')} ${sentenceOf(problemOf(error).message)}`)
      })
    return () => {
      leaving.abort()
      made.dispose()
      scene.current = null
    }
  }, [load])
  return { canvas, scene, nodes, failure, picked, setPicked, measured, setMeasured }
}

/** Where a model comes from, and the items that its nodes may be. */
export interface ModelSource {
  name: string
  load: (signal: AbortSignal) => Promise<Object3D>
  items: readonly SceneItem[]
  /** The numbers of what is here no more, where the model is seen beside main. */
  removed?: readonly string[]
}

/** The viewpoint that the address holds, and the way to put another there. */
interface ViewAddress {
  viewpoint: string | undefined
  keep: (viewpoint: string, side: ViewName | null) => void
}

interface ModelViewProps {
  source: ModelSource
  /** The version that it is seen beside. */
  past?: PastSource
}

export function ModelView({ source, past }: ModelViewProps) {
  const [{ camera: viewpoint, left }, changeAddress] = useAddress()
  const [view, setView] = useState(() => sideAt(viewpoint))
  const keep = (camera: string, side: ViewName | null) => {
    changeAddress({ camera })
    setView(side)
  }
  const shown = useScene(source, { viewpoint, keep })
  const { scene, nodes, picked, setPicked, measured } = shown
  const [tools, setTools] = useState(() =>
    left === undefined || !source.removed ? AT_FIRST : OVERLAID,
  )
  const [hidden, setHidden] = useState(NONE)
  useEffect(() => scene.current?.pick(picked), [scene, picked])
  useEffect(() => scene.current?.hide(hidden), [scene, hidden])
  const isOverlaid = tools.colouring === 'change'
  const before = usePast(scene, past, isOverlaid, nodes !== null, viewpoint !== undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is chosen later is painted as it is chosen
  useEffect(() => {
    const now = scene.current
    if (!nodes || !now || tools.colouring === 'cad') return
    now.paint(coloursOf(tools.colouring, nodes, now.marks, source.items), isOverlaid)
    now.ghost(tools.isGhost)
  }, [scene, nodes, source.items, before])
  const change = (next: Partial<ToolState>) => {
    const all = { ...tools, ...next }
    setTools(all)
    const now = scene.current
    if (!now) return
    if ('colouring' in next)
      now.paint(
        coloursOf(all.colouring, nodes, now.marks, source.items),
        all.colouring === 'change',
      )
    if ('isGhost' in next) now.ghost(all.isGhost)
    if ('axis' in next || 'cutAt' in next || 'isFlipped' in next)
      now.cut(all.axis, all.cutAt, all.isFlipped)
    if ('explosion' in next) now.explode(all.explosion)
    now.isMeasuring = all.isMeasuring
    if (next.isMeasuring === false) {
      now.clearMeasure()
      shown.setMeasured([])
    }
  }
  const look = (side: ViewName | 'fit') => {
    const seen = scene.current
    if (!seen) return
    if (side === 'fit') seen.fit()
    else seen.look(side)
    keep(seen.viewpoint(), side === 'fit' ? view : side)
  }
  const showAll = () => setHidden(NONE)
  const labels = useMemo(
    () => labelsOf(nodes ?? [], scene.current?.marks ?? [], source.items),
    [nodes, scene, source.items],
  )
  if (shown.failure) return <ErrorState title={t('failed')} message={shown.failure} />
  const { name } = source
  return (
    <div className={styles.view}>
      <ModelTreeList {...{ nodes, labels, picked, hidden, onPick: setPicked }} />
      <div className={styles.side}>
        <div className={styles.picture}>
          <canvas
            ref={shown.canvas}
            role="img"
            aria-label={t('model', { name })}
            data-drawn={nodes !== null}
            data-past={before !== null}
          />
          {!nodes && (
            <p className={styles.loading} role="status">
              {t('loading')}
            </p>
          )}
          {nodes && areAllHidden(nodes, hidden) && <AllHidden onShowAll={showAll} />}
          {tools.isMeasuring && (
            <output className={styles.measured}>
              {measured.length === 0 ? t('measureHint') : measured.map(textOf).join(' · ')}
            </output>
          )}
        </div>
        <Legend
          {...{ nodes, source, scene: scene.current, by: tools.colouring }}
          hasFormer={before?.hasFormer === true}
        />
        <ModelTools
          tools={tools}
          onChange={change}
          hasChanges={source.removed !== undefined}
          onLook={look}
          isPicked={picked !== null}
          onHide={() => picked !== null && setHidden(new Set([...hidden, picked]))}
          onIsolate={() => picked !== null && nodes && setHidden(othersOf(nodes, picked))}
          onShowAll={showAll}
          view={view}
          levels={scene.current?.explosion?.levels ?? 0}
        />
      </div>
    </div>
  )
}

const toRest = passFocus()

function AllHidden({ onShowAll }: { onShowAll: () => void }) {
  return (
    <p className={styles.loading} role="status">
      {t('allHidden')}{' '}
      <Button ref={toRest} onClick={onShowAll}>
        {t('showAll')}
      </Button>
    </p>
  )
}

function labelsOf(...known: Parameters<typeof itemsOf>): (string | undefined)[] {
  return itemsOf(...known).map((item) => item && `${item.itemNumber} ${item.name}`)
}

function textOf({ kind, figure }: Measurement): string {
  return t(`m_${kind}`, { figure: formatNumber(Number(figure.toPrecision(5))) })
}

/** What must go so that one part stands alone: neither it, nor what it is in, nor what is in it. */
function othersOf(nodes: readonly ModelNode[], id: number): Set<number> {
  const kept = nodes[id]
  const over = new Set(above(nodes, id))
  const others = nodes.filter((node) => {
    const isWithin = kept !== undefined && node.id >= kept.id && node.id < kept.end
    return !isWithin && !over.has(node.id)
  })
  return new Set(others.map((node) => node.id))
}
