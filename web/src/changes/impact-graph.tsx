/** The graph of what a change reaches: to the right what contains its items. */

import { Link } from '@tanstack/react-router'
import {
  Controls,
  type Edge,
  Handle,
  MarkerType,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
} from '@xyflow/react'
import { useMemo } from 'react'
import type { Impact } from '../api/changes'
import { classes } from '../kit/classes'
import '../kit/flow.css'
import { formatDecimal } from '../kit/format'
import { itemAddress } from '../records/item-address'
import styles from './impact-graph.module.css'
import { type ImpactNode, impactGraph } from './impact-nodes'
import { t } from './texts'

type ItemNode = Node<{ node: ImpactNode }, 'item'>

const nodeTypes = { item: ItemBox }
const ACROSS = 260
const DOWN = 80

function ItemBox({ data: { node } }: NodeProps<ItemNode>) {
  const { item, isAffected, isTopLevel, more } = node
  return (
    <div className={classes(styles.node, isAffected && styles.affected)}>
      <Handle type="target" position={Position.Left} isConnectable={false} />
      {item ? (
        <Link to={itemAddress(item)} className="mono">
          {item.itemNumber}
        </Link>
      ) : (
        <b>{t('andMore', { count: more })}</b>
      )}
      <span className="truncate">{item?.name}</span>
      {(isAffected || isTopLevel) && <small>{isAffected ? t('isChanged') : t('topLevel')}</small>}
      <Handle type="source" position={Position.Right} isConnectable={false} />
    </div>
  )
}

export function ImpactGraph({ used }: { used: Impact['whereUsed'] }) {
  const drawn = useMemo(() => draw(used), [used])
  return (
    <div className={styles.canvas} role="group" aria-label={t('graph')}>
      <ReactFlow
        {...drawn}
        nodeTypes={nodeTypes}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        preventScrolling={false}
        fitView
        fitViewOptions={{ maxZoom: 1, padding: 0.1 }}
        minZoom={0.15}
        proOptions={{ hideAttribution: true }}
        ariaLabelConfig={{
          'controls.ariaLabel': t('graphControls'),
          'controls.zoomIn.ariaLabel': t('zoomIn'),
          'controls.zoomOut.ariaLabel': t('zoomOut'),
          'controls.fitView.ariaLabel': t('fitView'),
        }}
      >
        <Controls showInteractive={false} />
      </ReactFlow>
    </div>
  )
}

function draw(used: Impact['whereUsed']): { nodes: ItemNode[]; edges: Edge[] } {
  const graph = impactGraph(used)
  const filled: number[] = []
  const nodes = graph.nodes.map((node): ItemNode => {
    const row = filled[node.column] ?? 0
    filled[node.column] = row + 1
    const position = { x: node.column * ACROSS, y: row * DOWN }
    return { id: node.id, type: 'item', position, data: { node } }
  })
  const edges = graph.edges.map(({ from, to, quantity }) => ({
    id: `${from} ${to}`,
    source: from,
    target: to,
    label: quantity && `${formatDecimal(quantity)}×`,
    labelBgPadding: [4, 2] as [number, number],
    markerEnd: { type: MarkerType.ArrowClosed },
  }))
  return { nodes, edges }
}
