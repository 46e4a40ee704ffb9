/** The diagram of a definition: states as nodes, steps as arrows; drawn, dragged and connected. */

import {
  Background,
  BaseEdge,
  type Connection,
  Controls,
  type Edge,
  type EdgeProps,
  Handle,
  MarkerType,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
  useNodesState,
} from '@xyflow/react'
import { CircleAlert } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import type { Checked } from '../api/workflows'
import { classes } from '../kit/classes'
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
import { layout, openingStates, type Point } from './layout'
import { t } from './texts'

interface StateData extends Record<string, unknown> {
  state: State
  outcome: NonNullable<State['outcome']>
  hasError: boolean
}

type StateNode = Node<StateData, 'state'>

const NO_OUTCOMES: Checked['outcomes'] = {}
const nodeTypes = { state: StateBox }
const edgeTypes = { back: BackEdge }

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
  const at = new Map(nodes.map((node) => [node.id, node.position]))
  const edges = draft.transitions.map((step) => edgeOf(step, at, { chosen, wrong }))
  const connect = ({ source, target }: Connection) => {
    const made = addStep(draft, { fromStateId: source, toStateId: target }, t('newStep'))
    edit(made.draft)
    choose({ kind: 'step', id: made.id })
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
        onNodesChange={onNodesChange}
        onConnect={connect}
        onNodeClick={(_, node) => choose({ kind: 'state', id: node.id })}
        onEdgeClick={(_, edge) => choose({ kind: 'step', id: edge.id })}
        onPaneClick={() => choose(null)}
        onSelectionChange={({ nodes: [node], edges: [edge] }) => {
          if (node && node.id !== chosen?.id) choose({ kind: 'state', id: node.id })
          else if (!node && edge && edge.id !== chosen?.id) choose({ kind: 'step', id: edge.id })
        }}
        nodesConnectable={reason === null}
        deleteKeyCode={null}
        fitView
        fitViewOptions={{ maxZoom: 1.1, padding: 0.15, nodes: openingStates(places) }}
        minZoom={0.05}
        maxZoom={2}
        proOptions={{ hideAttribution: true }}
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

const RISE = 26
const RISE_BY = 0.12

/** An arc over the states between, so that two ways back do not lie on one another. */
function BackEdge(props: EdgeProps) {
  const { sourceX, sourceY, targetX, targetY, label, markerEnd, id } = props
  const high = Math.min(sourceY, targetY) - RISE - Math.abs(sourceX - targetX) * RISE_BY
  const path = `M${sourceX},${sourceY} C${sourceX},${high} ${targetX},${high} ${targetX},${targetY}`
  const place = { labelX: (sourceX + targetX) / 2, labelY: (sourceY + targetY + 6 * high) / 8 }
  const look = { labelShowBg: true, labelBgPadding: [4, 2] as [number, number] }
  return <BaseEdge id={id} path={path} markerEnd={markerEnd} label={label} {...place} {...look} />
}

interface Marks {
  chosen: Chosen
  wrong: ReadonlySet<string | undefined>
}

const LONG = 300

function edgeOf(step: Step, at: ReadonlyMap<string, Point>, { chosen, wrong }: Marks): Edge {
  const from = at.get(step.fromStateId) ?? { x: 0, y: 0 }
  const to = at.get(step.toStateId) ?? { x: 0, y: 0 }
  const isBack = to.x <= from.x
  const isLong = to.x - from.x > LONG
  const isChosen = chosen?.kind === 'step' && chosen.id === step.id
  const guards = step.guards?.length ?? 0
  return {
    id: step.id,
    type: isBack ? 'back' : 'default',
    source: step.fromStateId,
    target: step.toStateId,
    sourceHandle: isBack ? 'back-out' : isLong ? 'long' : 'out',
    targetHandle: isBack ? 'back-in' : 'in',
    label: guards > 0 ? `${step.name} (${guards})` : step.name,
    labelShowBg: true,
    labelBgPadding: [4, 2],
    labelBgBorderRadius: 4,
    selected: isChosen,
    className: classes(wrong.has(step.id) && styles.wrongEdge),
    markerEnd: { type: MarkerType.ArrowClosed, width: 16, height: 16 },
    ariaLabel: t('stepNamed', { name: step.name }),
  }
}
