/** A list as the tree that it would become, with what becomes of each row. */

import { type CSSProperties, useMemo, useState } from 'react'
import type { ImportAnswer, ImportPreview, Outcome } from '../api/imports'
import { Button } from '../kit/button'
import { formatDecimal, formatNumber } from '../kit/format'
import { type Column, type ColumnChoice, defaultLayout } from '../kit/grid/columns'
import { Grid } from '../kit/grid/grid'
import { type GridState, START } from '../kit/grid/selection'
import { sentenceOf } from '../kit/i18n'
import { TwoLines } from '../records/two-lines'
import styles from './preview.module.css'
import {
  countOutcomes,
  indexPreview,
  openAtFirst,
  outcomeOf,
  type PreviewRow,
  previewRows,
} from './preview-tree'
import { shownValue } from './shown-value'
import { t } from './texts'

const MOST_IN_SIGHT = 16

/** How many rows there is room for. */
function inSight(count: number): number {
  return Math.min(MOST_IN_SIGHT, Math.max(3, count))
}

type Plan = ImportAnswer['plan']

/** Per number and per row what is told besides. */
interface Remarks {
  changes: ReadonlyMap<string, string>
  errors: ReadonlyMap<number, string>
}

function remarksOf({ changes, problems }: Plan): Remarks {
  const told = new Map<string, string>()
  for (const { itemNumber, field, from, to } of changes) {
    const text = `${field}: ${shownValue(from)} → ${shownValue(to)}`
    told.set(itemNumber, [told.get(itemNumber), text].filter(Boolean).join('; '))
  }
  const errors = problems.map(
    (one) => [one.rowNumber, one.errors.map(sentenceOf).join('; ')] as const,
  )
  return { changes: told, errors: new Map(errors) }
}

export function PreviewView({ plan, preview }: { plan: Plan; preview: ImportPreview }) {
  const index = useMemo(() => indexPreview(preview), [preview])
  const remarks = useMemo(() => remarksOf(plan), [plan])
  const counts = useMemo(() => countOutcomes(preview, index), [preview, index])
  const [wanted, setWanted] = useState<Outcome | null>(null)
  const { rows, tree } = usePreviewTree(preview, index, wanted)
  const columns = useMemo(() => columnsOf(preview, remarks), [preview, remarks])
  const [chosen, setLayout] = useState<readonly ColumnChoice[]>()
  const layout = chosen ?? defaultLayout(columns)
  const [state, setState] = useState<GridState>(START)
  return (
    <section aria-label={t('asTree')}>
      <header className={styles.head}>
        <h3>{t('asTree')}</h3>
        <div className={styles.choices} role="group" aria-label={t('onlyShow')}>
          <Choice isOn={wanted === null} onChoose={() => setWanted(null)} text={t('allRows')} />
          {counts
            .filter(({ count }) => count > 0)
            .map(({ outcome, count }) => (
              <Choice
                key={outcome}
                isOn={wanted === outcome}
                onChoose={() => setWanted(wanted === outcome ? null : outcome)}
                text={`${t(`is_${outcome}`)} ${formatNumber(count)}`}
              />
            ))}
        </div>
      </header>
      <div className={styles.tree} style={{ '--rows': inSight(rows.length) } as CSSProperties}>
        <Grid
          label={t('asTree')}
          columns={columns}
          layout={layout}
          onLayout={setLayout}
          count={rows.length}
          rowAt={(at) => rows[at]}
          keyOf={(row) => row.key}
          state={state}
          onState={setState}
          tree={tree}
          className={(row) => styles[`row_${outcomeOf(preview, row)}`]}
          narrow={(row) => <NarrowRow {...{ row, preview, remarks }} />}
        />
      </div>
      {!preview.isWhole && <p className="muted">{t('previewCut')}</p>}
    </section>
  )
}

function Choice({ isOn, text, onChoose }: { isOn: boolean; text: string; onChoose: () => void }) {
  return (
    <Button kind={isOn ? undefined : 'quiet'} aria-pressed={isOn} onClick={onChoose}>
      {text}
    </Button>
  )
}

type Index = ReturnType<typeof indexPreview>

/** Which rows are in sight; what was folded by hand stays so while the same list is looked at. */
function usePreviewTree(preview: ImportPreview, index: Index, wanted: Outcome | null) {
  const first = useMemo(() => openAtFirst(preview, index), [preview, index])
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(
    () => previewRows(preview, index, (key) => first(key) !== turned.has(key), wanted),
    [preview, index, first, turned, wanted],
  )
  const turn = (keys: readonly string[]) => {
    const next = new Set(turned)
    for (const key of keys) if (!next.delete(key)) next.add(key)
    setTurned(next)
  }
  const unfoldBelow = (at: number) => {
    const top = rows[at]
    if (!top) return
    const own = previewRows(preview, index, () => true).filter(
      ({ key, isOpen }) =>
        isOpen !== null &&
        (key === top.key || key.startsWith(`${top.key}/`)) &&
        first(key) === turned.has(key),
    )
    turn(own.map(({ key }) => key))
  }
  const tree = {
    at: (at: number) => {
      const { level, isOpen } = rows[at] ?? { level: 0, isOpen: null }
      return { level, isOpen }
    },
    toggle: (at: number) => rows[at] && turn([rows[at].key]),
    unfoldBelow,
    parentOf: (at: number) => rows[at]?.above ?? -1,
  }
  return { rows, tree }
}

const SIGNS = { new: '+', changed: '~', unchanged: '', removed: '−', refused: '!' } as const

function columnsOf(preview: ImportPreview, remarks: Remarks): Column<PreviewRow>[] {
  const { items } = preview
  const hasRemarks = remarks.changes.size + remarks.errors.size > 0
  const columns: Column<PreviewRow>[] = [
    {
      id: 'part',
      label: t('f_number'),
      width: 230,
      grows: !hasRemarks,
      text: (row) => items.numbers[row.item] ?? '',
      render: (row) => <PartCell {...{ row, preview }} />,
    },
    {
      id: 'quantity',
      label: t('f_quantity'),
      width: 84,
      align: 'end',
      text: (row) => quantity(preview, row),
      render: (row) => <Quantity {...{ row, preview }} />,
    },
    {
      id: 'outcome',
      label: t('becomes'),
      width: 205,
      text: (row) => outcomeText(preview, row),
      render: (row) => <OutcomeCell {...{ row, preview }} />,
    },
    { id: 'rows', label: t('rows'), width: 60, text: (row) => rowsText(preview, row) },
    {
      id: 'remarks',
      label: t('remarks'),
      width: 200,
      grows: true,
      text: (row) => remarkText(preview, remarks, row),
    },
  ]
  return columns.filter(({ id }) => hasRemarks || id !== 'remarks')
}

interface CellProps {
  row: PreviewRow
  preview: ImportPreview
}

function PartCell({ row, preview: { items } }: CellProps) {
  return (
    <>
      <span className="mono">{items.numbers[row.item]}</span>
      <span className={styles.name}>{items.names[row.item]}</span>
    </>
  )
}

function quantity({ lines }: ImportPreview, { line }: PreviewRow): string {
  const [before, now] = [lines.quantitiesBefore[line] ?? null, lines.quantities[line] ?? null]
  const [old, next] = [before, now].map((one) => (one === null ? '' : formatDecimal(one)))
  return old && next && old !== next ? `${old} → ${next}` : ((next || old) ?? '')
}

function Quantity({ row, preview }: CellProps) {
  const [old, next] = quantity(preview, row).split(' → ')
  if (preview.lines.outcomes[row.line] === 'removed') return <del>{old}</del>
  if (next === undefined) return old
  return (
    <>
      <del>{old}</del> → <ins>{next}</ins>
    </>
  )
}

/** The part, and its line where something else becomes of that. */
function outcomeText(preview: ImportPreview, row: PreviewRow): string {
  const part = preview.items.outcomes[row.item] ?? 'unchanged'
  const line = preview.lines.outcomes[row.line]
  const ofPart = t(`part_${part}`)
  if (line === undefined || line === part || (part === 'refused' && line === 'refused'))
    return ofPart
  return `${ofPart}, ${t(`line_${line}`)}`
}

function OutcomeCell({ row, preview }: CellProps) {
  const outcome = outcomeOf(preview, row)
  return (
    <span className={styles[outcome]}>
      <b className={styles.sign}>{SIGNS[outcome]}</b>
      {outcomeText(preview, row)}
    </span>
  )
}

/** The rows that are this part; of a line its own first. */
function rowsText({ items, lines }: ImportPreview, { item, line }: PreviewRow): string {
  const own = lines.rows[line]
  const rows = new Set([...(own ? [own] : []), ...(items.rows[item] ?? [])])
  return [...rows].join(', ')
}

function remarkText(preview: ImportPreview, { changes, errors }: Remarks, row: PreviewRow): string {
  const { items, lines } = preview
  const isRefused = outcomeOf(preview, row) === 'refused'
  const own = [lines.rows[row.line] ?? 0, ...(items.rows[row.item] ?? [])]
  const told = isRefused ? [...new Set(own)].map((one) => errors.get(one)) : []
  return [...told, changes.get(items.numbers[row.item] ?? '')].filter(Boolean).join('; ')
}

function NarrowRow({ row, preview, remarks }: CellProps & { remarks: Remarks }) {
  const { items } = preview
  const count = quantity(preview, row)
  return (
    <TwoLines
      number={items.numbers[row.item] ?? ''}
      name={`${'· '.repeat(row.level)}${items.names[row.item] ?? ''}`}
      more={
        <>
          {count && <span className="figures">{count}×</span>}
          <OutcomeCell {...{ row, preview }} />
          <span className="truncate muted">{remarkText(preview, remarks, row)}</span>
        </>
      }
    />
  )
}
