/** What an import comes to: figures, how the columns were read, what stands against rows. */

import { CircleAlert, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Figures, ImportAnswer, Repairs } from '../api/imports'
import { Button } from '../kit/button'
import { formatNumber } from '../kit/format'
import { sentenceOf } from '../kit/i18n'
import { ColumnTable } from './column-table'
import { Differences } from './differences'
import styles from './imports.module.css'
import { PreviewView } from './preview-view'
import { RepairList } from './repair-list'
import { doubtfulRows, NO_REPAIRS, SHOWN_REPAIRS } from './repairs'
import { t } from './texts'

const SHOWN = 12

interface ImportPlanProps {
  answer: ImportAnswer
  /** Reads a column otherwise, as long as nothing has come in. */
  onMap?: (header: string, field: string) => void
  repairs?: Repairs
  onRepairs?: (repairs: Repairs) => void
  top?: SuggestedTop
}

/** The assembly that a list may be put into, as long as none is named. */
export interface SuggestedTop {
  name: string
  take: () => void
}

export function ImportPlan(props: ImportPlanProps) {
  const { answer, onMap, repairs = NO_REPAIRS, onRepairs, top } = props
  const { plan } = answer
  // What stands beside its cells, to be put right, is not said twice.
  const shown = onRepairs ? doubtfulRows(plan).slice(0, SHOWN_REPAIRS) : []
  const told = new Set(shown.map(({ row }) => row))
  return (
    <div className={styles.plan}>
      <FigureTable parts={plan.parts} lines={plan.lines} />
      {onMap && hasLooseQuantities(answer) && (
        <div className={styles.loose}>
          <p className="muted">{t('looseQuantities')}</p>
          {top && <Button onClick={top.take}>{t('takeTop', { name: top.name })}</Button>}
        </div>
      )}
      {plan.preview && <PreviewView plan={plan} preview={plan.preview} />}
      <Problems answer={answer} told={told} />
      {onRepairs && <RepairList {...{ plan, repairs, onRepairs }} />}
      <Notes answer={answer} told={told} />
      <Differences answer={answer} />
      <details open={onMap !== undefined}>
        <summary>{t('columns', { count: plan.columns.length })}</summary>
        <ColumnTable columns={plan.columns} onMap={onMap} />
      </details>
    </div>
  )
}

/** The server's words on a column that only a structure could keep as what it is. */
const NO_ASSEMBLY = 'no Level or Parent column'

/** Whether amounts would be lost: they are given, and belong to no line. */
function hasLooseQuantities({ plan }: ImportAnswer): boolean {
  const hasLines = Object.values(plan.lines).some((count) => count > 0)
  return !hasLines && plan.columns.some(({ evidence }) => evidence.startsWith(NO_ASSEMBLY))
}

const OUTCOMES = ['new', 'changed', 'matched', 'unchanged', 'removed', 'refused'] as const
const TEXTS = {
  new: 'new',
  changed: 'changed',
  matched: 'matched',
  unchanged: 'unchanged',
  removed: 'removed',
  refused: 'refused',
} as const

function FigureTable({ parts, lines }: { parts: Figures; lines: Figures }) {
  const shown = OUTCOMES.filter((outcome) => outcome === 'new' || parts[outcome] || lines[outcome])
  return (
    <table className={styles.figures}>
      <thead>
        <tr>
          <td />
          {shown.map((outcome) => (
            <th key={outcome} scope="col">
              {t(TEXTS[outcome])}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {(
          [
            ['parts', parts],
            ['lines', lines],
          ] as const
        ).map(([name, figures]) => (
          <tr key={name}>
            <th scope="row">{t(name)}</th>
            {shown.map((outcome) => (
              <td key={outcome} data-outcome={figures[outcome] ? outcome : undefined}>
                {formatNumber(figures[outcome] ?? 0)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface SaidProps {
  answer: ImportAnswer
  /** Rows whose reasons stand elsewhere. */
  told: ReadonlySet<number>
}

function Problems({ answer, told }: SaidProps) {
  const problems = answer.plan.problems.filter(({ rowNumber }) => !told.has(rowNumber))
  if (problems.length === 0) return null
  return (
    <Messages
      kind="bad"
      title={t('refusedRows', { count: problems.length })}
      lines={problems.map(({ rowNumber, errors }) => ({
        row: rowNumber,
        text: errors.map(sentenceOf).join('; '),
      }))}
    />
  )
}

function Notes({ answer, told }: SaidProps) {
  const { decisions } = answer.plan
  const warnings = answer.plan.warnings.filter(({ row }) => !told.has(row))
  const lines = [
    ...decisions.map((text) => ({ row: 0, text: sentenceOf(text) })),
    ...warnings.map(({ row, message }) => ({ row, text: sentenceOf(message) })),
  ]
  if (lines.length === 0) return null
  return <Messages kind="note" title={t('notes', { count: lines.length })} lines={lines} />
}

interface MessagesProps {
  kind: 'bad' | 'note'
  title: ReactNode
  lines: readonly { row: number; text: string }[]
}

function Messages({ kind, title, lines }: MessagesProps) {
  const Icon = kind === 'bad' ? CircleAlert : Info
  return (
    <div className={styles.messages} data-kind={kind}>
      <h3>
        <Icon size={15} />
        {title}
      </h3>
      <ul>
        {lines.slice(0, SHOWN).map(({ row, text }) => (
          <li key={`${row} ${text}`}>
            {row > 0 && <span className="figures muted">{t('row', { row })}</span>}
            <span>{text}</span>
          </li>
        ))}
        {lines.length > SHOWN && (
          <li className="muted">{t('andMore', { count: lines.length - SHOWN })}</li>
        )}
      </ul>
    </div>
  )
}
