/** What stands above a structure: find, fold, columns, paste, compare. */

import { Link } from '@tanstack/react-router'
import {
  ChevronDown,
  ChevronsDownUp,
  ChevronsUpDown,
  ChevronUp,
  ClipboardPaste,
  Columns3,
  Download,
  GitCompareArrows,
  Layers,
} from 'lucide-react'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { late } from '../forms/late'
import { Button, buttonClass, IconButton } from '../kit/button'
import { BareInput, CheckField } from '../kit/field'
import { defaultLayout, readLayout, writeLayout } from '../kit/grid/columns'
import { Menu, MenuItem, Panel } from '../kit/menu'
import { Bar } from '../kit/page'
import { useShortcut } from '../kit/shortcuts'
import { useAddress } from '../lists/use-address'
import { itemAddress } from '../records/item-address'
import { bomColumns } from './line-columns'
import type { Line } from './lines'
import styles from './structure.module.css'
import type { ReasonFor, StructureProps } from './structure-view'
import { t } from './texts'
import type { Cursor } from './use-cursor'
import type { Editing } from './use-editing'
import type { LineTree } from './use-tree'

const PasteDialog = late(async () => (await import('./paste-dialog')).PasteDialog)

export interface Shared extends StructureProps {
  lines: readonly Line[]
  tree: LineTree
  cursor: Cursor
  editing: Editing
  reasonFor: ReasonFor
  find: string
  /** Whether each part is shown once instead of the levels. */
  isOnce: boolean
}

interface StructureBarProps extends Shared {
  isNarrow: boolean
  onFind: (text: string) => void
}

export function StructureBar(props: StructureBarProps) {
  const { number, at, lines, editing, reasonFor } = props
  const [isPasting, setPasting] = useState(false)
  const { top } = editing.pending.structure
  return (
    <Bar label={t('tools')}>
      {lines.length > 0 && (
        <>
          <FindField {...props} />
          <FoldButtons tree={props.tree} isOnce={props.isOnce} />
        </>
      )}
      <span className={styles.gap} />
      {!props.isNarrow && (
        <Button icon={ClipboardPaste} reason={reasonFor(top)} onClick={() => setPasting(true)}>
          {t('paste')}
        </Button>
      )}
      <Link to={itemAddress({ itemNumber: number }, 'compare', at)} className={buttonClass({})}>
        <GitCompareArrows size={14} />
        {t('compare')}
      </Link>
      {!props.isNarrow && <ColumnMenu />}
      {props.onExport && lines.length > 0 && (
        <IconButton icon={Download} label={t('export')} onClick={props.onExport} />
      )}
      {isPasting && <PasteDialog {...props} onClose={() => setPasting(false)} />}
    </Bar>
  )
}

function FindField({ find, onFind, tree, cursor, lines, isOnce }: StructureBarProps) {
  const field = useRef<HTMLInputElement>(null)
  useShortcut('f', t('find'), () => field.current?.select())
  const { matches, rows } = tree
  const at = rows[cursor.state.row] ?? -1
  const step = (back: boolean) => {
    const next = back ? matches.findLast((one) => one < at) : matches.find((one) => one > at)
    const found = next ?? (back ? matches.at(-1) : matches[0])
    if (found !== undefined) cursor.goTo(found)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onFind('')
    if (event.key !== 'Enter') return
    event.preventDefault()
    step(event.shiftKey)
  }
  const place = matches.indexOf(at) + 1
  return (
    <span className={styles.finding} role="search">
      <BareInput
        ref={field}
        type="search"
        label={t('find')}
        placeholder={t('find')}
        className={styles.find}
        value={find}
        onChange={(event) => onFind(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {find.trim() !== '' && lines.length > 0 && !isOnce && (
        <>
          <span className="muted figures" role="status">
            {place > 0 ? t('placeOf', { place, count: matches.length }) : matches.length}
          </span>
          <IconButton icon={ChevronUp} label={t('findBack')} onClick={() => step(true)} />
          <IconButton icon={ChevronDown} label={t('findNext')} onClick={() => step(false)} />
        </>
      )}
    </span>
  )
}

function FoldButtons({ tree, isOnce }: { tree: LineTree; isOnce: boolean }) {
  const [, change] = useAddress()
  const { isAllOpen, openTo, index } = tree
  const levels = Array.from({ length: Math.min(index.depth, 9) }, (_, level) => level + 1)
  if (levels.length < 2 && !isOnce) return null
  const show = (level: number) => {
    if (isOnce) change({ once: undefined })
    openTo(level)
  }
  return (
    <>
      {!isOnce && (
        <Button
          icon={isAllOpen ? ChevronsDownUp : ChevronsUpDown}
          onClick={() => openTo(isAllOpen ? 1 : index.depth)}
        >
          {isAllOpen ? t('collapseAll') : t('expandAll')}
        </Button>
      )}
      <Menu label={t('levels')} opener={<Button icon={Layers}>{t('levels')}</Button>}>
        {levels.map((level) => (
          <MenuItem key={level} onSelect={() => show(level)}>
            {t('levelsTo', { level })}
          </MenuItem>
        ))}
        <MenuItem isChecked={isOnce} onSelect={() => change({ once: isOnce ? undefined : '1' })}>
          {t('once')}
        </MenuItem>
      </Menu>
    </>
  )
}

/** The columns of the address, or the usual ones. */
export function useLayout() {
  const [address, change] = useAddress()
  const { cols } = address
  const layout = useMemo(() => {
    const known = bomColumns(undefined, () => null)
    const chosen = readLayout(cols, known)
    return chosen.length > 0 ? chosen : defaultLayout(known)
  }, [cols])
  return [layout, (next: typeof layout) => change({ cols: writeLayout(next) })] as const
}

function ColumnMenu() {
  const [layout, setLayout] = useLayout()
  const columns = bomColumns(undefined, () => null)
  return (
    <Panel
      label={t('columns')}
      align="end"
      opener={<Button icon={Columns3}>{t('columns')}</Button>}
    >
      <div className={styles.choices}>
        {columns.slice(1).map(({ id, label }) => (
          <CheckField
            key={id}
            label={label}
            checked={layout.some((choice) => choice.id === id)}
            onChange={(event) =>
              setLayout(
                event.target.checked
                  ? [...layout, { id }]
                  : layout.filter((choice) => choice.id !== id),
              )
            }
          />
        ))}
      </div>
    </Panel>
  )
}
