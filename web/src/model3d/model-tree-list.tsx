/** The parts of a model as rows that fold: the equal of the picture for those who do not see it. */

import { ChevronDown, ChevronRight, EyeOff } from 'lucide-react'
import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { LoadingRows } from '../kit/states'
import { above, type ModelNode, visibleNodes } from './model-tree'
import styles from './model3d.module.css'
import { t } from './texts'

interface ModelTreeListProps {
  nodes: readonly ModelNode[] | null
  /** What nodes are called that are known as items. */
  labels: readonly (string | undefined)[]
  picked: number | null
  hidden: ReadonlySet<number>
  onPick: (id: number) => void
}

function BareTreeList({ nodes, labels, picked, hidden, onPick }: ModelTreeListProps) {
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set())
  const list = useRef<HTMLUListElement>(null)
  const isUnder =
    picked !== null && nodes ? above(nodes, picked).some((id) => folded.has(id)) : false
  // What is picked in the picture is brought into sight here.
  useEffect(() => {
    if (picked === null || !nodes) return
    if (isUnder) {
      const over = new Set(above(nodes, picked))
      setFolded((now) => new Set([...now].filter((id) => !over.has(id))))
    }
    const row = list.current?.querySelector<HTMLElement>(`[data-node="${picked}"]`)
    row?.scrollIntoView({ block: 'nearest' })
  }, [picked, nodes, isUnder])
  const rows = useMemo(() => (nodes ? visibleNodes(nodes, folded) : []), [nodes, folded])
  if (!nodes) return <LoadingRows columns={1} />
  const toggle = (id: number) => {
    const next = new Set(folded)
    if (!next.delete(id)) next.add(id)
    setFolded(next)
  }
  return (
    <ul className={styles.tree} ref={list} aria-label={t('parts')}>
      {rows.map((node) => (
        <li key={node.id} data-node={node.id} style={{ '--depth': node.depth } as object}>
          <Fold node={node} isFolded={folded.has(node.id)} onToggle={() => toggle(node.id)} />
          <button
            type="button"
            className={styles.node}
            aria-pressed={node.id === picked}
            onClick={() => onPick(node.id)}
          >
            {labels[node.id] ?? node.name}
          </button>
          {hidden.has(node.id) && <EyeOff size={13} role="img" aria-label={t('hidden')} />}
        </li>
      ))}
    </ul>
  )
}

/** Thousands of rows stand still while only the picture changes. */
export const ModelTreeList = memo(BareTreeList)

interface FoldProps {
  node: ModelNode
  isFolded: boolean
  onToggle: () => void
}

function Fold({ node, isFolded, onToggle }: FoldProps) {
  const { name } = node
  if (node.isLeaf) return <span className={styles.fold} />
  const Icon = isFolded ? ChevronRight : ChevronDown
  return (
    <button
      type="button"
      className={styles.fold}
      aria-expanded={!isFolded}
      aria-label={isFolded ? t('unfold', { name }) : t('fold', { name })}
      onClick={onToggle}
    >
      <Icon size={14} />
    </button>
  )
}
