/** The diagram of a definition: states as nodes, steps as arrows; drawn, dragged and connected. */

import {
  Background,
  BaseEdge,
  type Connection,
  Controls,
  type Edge,
  type EdgeChange,
  type EdgeProps,
  Handle,
  MarkerType,
  type Node,
  type NodeChange,
  type NodeProps,
  Position,
  ReactFlow,
  type ReactFlowInstance,
  useNodesState,
} from '@xyflow/react'
import { CircleAlert } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import type { Checked } from '../api/workflows'
import { classes } from '../kit/classes'
import { wordOf } from '../kit/i18n'
import '../kit/flow.css'
import { StateMark } from '../records/state-mark'
import { AddButtons } from './definition-panel'
import type { PanelProps } from './designer-page'
import {
  addStep,
  type Chosen,
  culpritOf,
  removeState,
  removeStep,
  type State,
  type Step,
} from './draft'
import styles from './graph.module.css'
import { layout, openingStates, type Point, runsThrough } from './layout'
import { t } from './texts'

interface StateData extends Record<string, unknown> {
  state: State
  outcome: NonNullable<State['outcome']>
  hasError: boolean
}

type StateNode = Node<StateData, 'state'>

const FIT = { maxZoom: 1.1, padding: 0.15 }
const NO_OUTCOMES: Checked['outcomes'] = {}
const nodeTypes = { state: StateBox }
const edgeTypes = { back: BackEdge, beside: BesideEdge, under: UnderEdge }

/** Ways back go above the states, long ways forward below them. */
function StateBox({ data, selected }: NodeProps<StateNode>) {
  const { state, outcome, hasError } = data
  return (
    <div
      className={classes(styles.node, selected && styles.chosen, state.isFinal && styles.final)}
      data-initial={state.isInitial || undefined}
    >
      <Handle type="target" position={Position.Left} id="in" />
      <Handle type="target" position={Position.Top} id="back-in" className={styles.hidden} />
      <Handle type="source" position={Position.Top} id="back-out" className={styles.hidden} />
      <Handle type="source" position={Position.Bottom} id="long" className={styles.hidden} />
      <Handle type="target" position={Position.Bottom} id="under-in" className={styles.hidden} />
      <StateMark state={state.name} />
      {hasError && <CircleAlert size={13} aria-label={t('error')} className={styles.bad} />}
      <small>
        {state.isInitial && t('begins')}
        {state.isFinal && t(`outcome_${outcome}`)}
      </small>
      <Handle type="source" position={Position.Right} id="out" />
    </div>
  )
}

interface GraphProps extends PanelProps {
  chosen: Chosen
  checked: Checked | undefined
}

export function WorkflowGraph(props: GraphProps) {
  const { draft, edit, choose, reason, chosen, checked } = props
  const [nodes, setNodes, onNodesChange] = useNodesState<StateNode>([])
  const places = useMemo(() => layout(draft), [draft])
  const outcomes = checked?.outcomes ?? NO_OUTCOMES
  const wrong = useMemo(
    () => new Set(checked?.errors.map(({ path }) => culpritOf(draft, path)?.id)),
    [checked, draft],
  )
  useEffect(() => {
    setNodes((before) => {
      const moved = new Map(before.map((node) => [node.id, node]))
      return draft.states.map(
        (state): StateNode => ({
          id: state.id,
          type: 'state',
          // Where somebody put a state, it stays.
          position: moved.get(state.id)?.position ?? places.get(state.id) ?? { x: 0, y: 0 },
          data: { state, outcome: outcomes[state.id] ?? 'none', hasError: wrong.has(state.id) },
          selected: chosen?.kind === 'state' && chosen.id === state.id,
          ariaLabel: t('stateNamed', { name: state.name }),
        }),
      )
    })
  }, [draft, places, wrong, outcomes, chosen, setNodes])
  const opening = openingStates(places)
  const flow = useSeenWhenAdded(nodes, opening !== undefined)
  const at = new Map(nodes.map((node) => [node.id, node.position]))
  const edges = draft.transitions.map((step, place) => {
    const isSecond = draft.transitions.slice(0, place).some((other) => isBeside(other, step))
    return edgeOf(step, at, { chosen, wrong, isSecond })
  })
  const connect = ({ source, target }: Connection) => {
    const made = addStep(draft, { fromStateId: source, toStateId: target }, t('newStep'))
    edit(made.draft)
    choose({ kind: 'step', id: made.id })
  }
  // What is chosen comes from outside alone: told of its own marks, the diagram would answer for ever.
  const onNodes = (changes: NodeChange<StateNode>[]) => {
    const picked = changes.find((change) => change.type === 'select' && change.selected)
    if (picked?.type === 'select') choose({ kind: 'state', id: picked.id })
    onNodesChange(changes.filter(({ type }) => type !== 'select'))
  }
  const onEdges = (changes: EdgeChange[]) => {
    const picked = changes.find((change) => change.type === 'select' && change.selected)
    if (picked?.type === 'select') choose({ kind: 'step', id: picked.id })
  }
  const remove = () => {
    if (!chosen || reason) return
    edit(chosen.kind === 'state' ? removeState(draft, chosen.id) : removeStep(draft, chosen.id))
    choose(null)
  }
  return (
    <section
      className={styles.canvas}
      aria-label={t('diagram')}
      onKeyDown={(event) => {
        const isText = event.target instanceof HTMLInputElement
        if ((event.key === 'Delete' || event.key === 'Backspace') && !isText) remove()
      }}
    >
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onInit={(made) => {
          flow.current = made
        }}
        onNodesChange={onNodes}
        onEdgesChange={onEdges}
        onConnect={connect}
        onPaneClick={() => choose(null)}
        nodesConnectable={reason === null}
        deleteKeyCode={null}
        fitView
        fitViewOptions={{ ...FIT, nodes: opening }}
        minZoom={0.05}
        maxZoom={2}
        proOptions={{ hideAttribution: true }}
        ariaLabelConfig={labels()}
      >
        <Background />
        <Controls showInteractive={false} />
      </ReactFlow>
      <div className={styles.tools}>
        <AddButtons {...props} />
      </div>
    </section>
  )
}

/** What the library says of the diagram, in the reader's language. */
function labels() {
  return {
    'controls.ariaLabel': t('diagramControls'),
    'controls.zoomIn.ariaLabel': t('zoomIn'),
    'controls.zoomOut.ariaLabel': t('zoomOut'),
    'controls.fitView.ariaLabel': t('fitView'),
    'node.a11yDescription.default': t('stateKeys'),
    'node.a11yDescription.keyboardDisabled': t('stateKeys'),
    'node.a11yDescription.ariaLiveMessage': ({ x, y }: { x: number; y: number }) =>
      t('stateMoved', { x, y }),
    'edge.a11yDescription.default': t('stepKeys'),
    'handle.ariaLabel': t('connector'),
  }
}

/** A state that is added comes into sight once it has a place: with all others, or of many alone. */
function useSeenWhenAdded(nodes: readonly StateNode[], isLong: boolean) {
  const flow = useRef<ReactFlowInstance<StateNode> | null>(null)
  const seen = useRef<ReadonlySet<string> | null>(null)
  useEffect(() => {
    if (nodes.length === 0 || nodes.some(({ measured }) => !measured?.width)) return
    const before = seen.current
    seen.current = new Set(nodes.map(({ id }) => id))
    const added = before && nodes.find(({ id }) => !before.has(id))
    if (added) void flow.current?.fitView({ ...FIT, ...(isLong && { nodes: [added] }) })
  }, [nodes, isLong])
  return flow
}

const RISE = 26
const RISE_BY = 0.12
const BELOW = 48

/** An arc over the states between, so that two ways back do not lie on one another. */
function BackEdge(props: EdgeProps) {
  const { sourceX, sourceY, targetX, targetY } = props
  const high = Math.min(sourceY, targetY) - RISE - Math.abs(sourceX - targetX) * RISE_BY
  return <ArcEdge {...props} peak={high} />
}

/** An arc under the states between, where a line would run through them. */
function UnderEdge(props: EdgeProps) {
  const { sourceX, sourceY, targetX, targetY } = props
  const low = Math.max(sourceY, targetY) + RISE + Math.abs(sourceX - targetX) * RISE_BY
  return <ArcEdge {...props} peak={low} />
}

function ArcEdge({ peak, ...props }: EdgeProps & { peak: number }) {
  const { sourceX, sourceY, targetX, targetY, label, markerEnd, id } = props
  const path = `M${sourceX},${sourceY} C${sourceX},${peak} ${targetX},${peak} ${targetX},${targetY}`
  const place = { labelX: (sourceX + targetX) / 2, labelY: (sourceY + targetY + 6 * peak) / 8 }
  const look = { labelShowBg: true, labelBgPadding: [4, 2] as [number, number] }
  return <BaseEdge id={id} path={path} markerEnd={markerEnd} label={label} {...place} {...look} />
}

/** Below another step between the same states. */
function BesideEdge(props: EdgeProps) {
  const { sourceX, sourceY, targetX, targetY, label, markerEnd, id } = props
  const middle = (sourceX + targetX) / 2
  const low = Math.max(sourceY, targetY) + BELOW
  const path = `M${sourceX},${sourceY} C${middle},${low} ${middle},${low} ${targetX},${targetY}`
  const place = { labelX: middle, labelY: (sourceY + targetY + 6 * low) / 8 }
  const look = { labelShowBg: true, labelBgPadding: [4, 2] as [number, number] }
  return <BaseEdge id={id} path={path} markerEnd={markerEnd} label={label} {...place} {...look} />
}

interface Marks {
  chosen: Chosen
  wrong: ReadonlySet<string | undefined>
  /** Whether another step joins the same states. */
  isSecond: boolean
}

function isBeside(one: Step, other: Step): boolean {
  return one.fromStateId === other.fromStateId && one.toStateId === other.toStateId
}

const LONG = 300

function edgeOf(
  step: Step,
  at: ReadonlyMap<string, Point>,
  { chosen, wrong, isSecond }: Marks,
): Edge {
  const from = at.get(step.fromStateId) ?? { x: 0, y: 0 }
  const to = at.get(step.toStateId) ?? { x: 0, y: 0 }
  const isBack = to.x <= from.x
  const isLong = to.x - from.x > LONG
  const isUnder = isLong && runsThrough(from, to, at)
  const isChosen = chosen?.kind === 'step' && chosen.id === step.id
  const guards = step.guards?.length ?? 0
  return {
    id: step.id,
    type: isBack ? 'back' : isUnder ? 'under' : isSecond ? 'beside' : 'default',
    source: step.fromStateId,
    target: step.toStateId,
    sourceHandle: isBack ? 'back-out' : isLong ? 'long' : 'out',
    targetHandle: isBack ? 'back-in' : isUnder ? 'under-in' : 'in',
    label: guards > 0 ? `${wordOf(step.name)} (${guards})` : wordOf(step.name),
    labelShowBg: true,
    labelBgPadding: [4, 2],
    labelBgBorderRadius: 4,
    selected: isChosen,
    className: classes(wrong.has(step.id) && styles.wrongEdge),
    markerEnd: { type: MarkerType.ArrowClosed, width: 16, height: 16 },
    ariaLabel: t('stepNamed', { name: step.name }),
  }
}
