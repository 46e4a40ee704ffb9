/** The parts of a model as rows that fold: the equal of the picture for those who do not see it. */

import { ChevronDown, ChevronRight, EyeOff } from 'lucide-react'
import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useRows } from '../kit/grid/use-rows'
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

const ROW = 26
const NONE: readonly ModelNode[] = []

/** Folded nodes; what is picked in the picture is unfolded. */
function useFolded(nodes: readonly ModelNode[] | null, picked: number | null) {
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set())
  const over = useMemo(
    () => (picked !== null && nodes ? above(nodes, picked) : []),
    [nodes, picked],
  )
  const isUnder = over.some((id) => folded.has(id))
  useEffect(() => {
    if (!isUnder) return
    const shut = new Set(over)
    setFolded((now) => new Set([...now].filter((id) => !shut.has(id))))
  }, [over, isUnder])
  const toggle = (id: number) => {
    const next = new Set(folded)
    if (!next.delete(id)) next.add(id)
    setFolded(next)
  }
  return { folded, toggle }
}

/** How high the list is; it grows and shrinks with the window. */
function useHeight(list: { current: HTMLUListElement | null }, isThere: boolean): number {
  const [height, setHeight] = useState(0)
  useLayoutEffect(() => {
    const box = isThere ? list.current : null
    if (!box) return
    const measure = () => setHeight(box.clientHeight)
    measure()
    const sized = new ResizeObserver(measure)
    sized.observe(box)
    return () => sized.disconnect()
  }, [list, isThere])
  return height
}

function BareTreeList({ nodes, labels, picked, hidden, onPick }: ModelTreeListProps) {
  const { folded, toggle } = useFolded(nodes, picked)
  const list = useRef<HTMLUListElement>(null)
  const rows = useMemo(() => (nodes ? visibleNodes(nodes, folded) : NONE), [nodes, folded])
  const room = useHeight(list, nodes !== null)
  const seen = useRows({ box: list, count: rows.length, rowHeight: ROW, room })
  const scrollTo = useRef(seen.scrollTo)
  scrollTo.current = seen.scrollTo
  // What is picked in the picture is brought into sight here.
  useEffect(() => {
    const row = picked === null ? -1 : rows.findIndex(({ id }) => id === picked)
    if (row >= 0 && room > 0) scrollTo.current(row)
  }, [picked, rows, room])
  if (!nodes) return <LoadingRows columns={1} />
  return (
    <ul className={styles.tree} ref={list} aria-label={t('parts')} onScroll={seen.onScroll}>
      <li aria-hidden className={styles.gap} style={{ height: seen.first * ROW }} />
      {rows.slice(seen.first, seen.end).map((node, at) => (
        <li
          key={node.id}
          data-node={node.id}
          aria-posinset={seen.first + at + 1}
          aria-setsize={rows.length}
          style={{ '--depth': node.depth } as object}
        >
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
      <li aria-hidden className={styles.gap} style={{ height: (rows.length - seen.end) * ROW }} />
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
