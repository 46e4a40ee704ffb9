/** Rows that are refused or could not be read whole, put right where they stand. */

import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ImportAnswer, Repairs } from '../api/imports'
import { Button, IconButton } from '../kit/button'
import { BareInput } from '../kit/field'
import { sentenceOf } from '../kit/i18n'
import {
  countLike,
  countRepairs,
  type DoubtfulRow,
  doubtfulRows,
  leaveOut,
  NO_REPAIRS,
  repairAll,
  repairCell,
  SHOWN_REPAIRS,
} from './repairs'
import styles from './repairs.module.css'
import { t } from './texts'

interface RepairListProps {
  plan: ImportAnswer['plan']
  repairs: Repairs
  onRepairs: (repairs: Repairs) => void
}

export function RepairList({ plan, repairs, onRepairs }: RepairListProps) {
  const rows = doubtfulRows(plan)
  const done = countRepairs(repairs)
  const refused = plan.problems.length
  // The server sends the cells of so many rows only.
  const count = Math.max(rows.length, refused)
  if (rows.length === 0 && done === 0) return null
  return (
    <section className={styles.repairs} aria-label={t('toRepair', { count: rows.length })}>
      <header>
        <h3>
          {t('toRepair', { count })}
          {refused > 0 && <span>{t('refusedRows', { count: refused })}</span>}
        </h3>
        {done > 0 && (
          <>
            <span role="status" className="muted">
              {t('repaired', { count: done })}
            </span>
            <Button onClick={() => onRepairs(NO_REPAIRS)}>{t('discardRepairs')}</Button>
          </>
        )}
      </header>
      <ul>
        {rows.slice(0, SHOWN_REPAIRS).map((row) => (
          <RowRepair key={row.row} {...{ row, rows, repairs, onRepairs }} />
        ))}
      </ul>
      {count > SHOWN_REPAIRS && (
        <p className="muted">{t('andMore', { count: count - SHOWN_REPAIRS })}</p>
      )}
    </section>
  )
}

interface RowRepairProps {
  row: DoubtfulRow
  rows: readonly DoubtfulRow[]
  repairs: Repairs
  onRepairs: (repairs: Repairs) => void
}

function RowRepair({ row, rows, repairs, onRepairs }: RowRepairProps) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? Object.keys(row.cells) : row.blamed
  return (
    <li data-refused={row.isRefused || undefined}>
      <div className={styles.reasons}>
        <span className="figures">{t('row', { row: row.row })}</span>
        <span>{row.reasons.map(sentenceOf).join('; ')}</span>
      </div>
      <div className={styles.cells}>
        {shown.map((header) => (
          <CellRepair key={header} {...{ row, header, rows, repairs, onRepairs }} />
        ))}
        {shown.length < Object.keys(row.cells).length && (
          <Button kind="quiet" onClick={() => setWhole(true)}>
            {t('wholeRow')}
          </Button>
        )}
        <IconButton
          icon={Trash2}
          label={t('leaveOut', { row: row.row })}
          onClick={() => onRepairs(leaveOut(repairs, row.row))}
        />
      </div>
    </li>
  )
}

function CellRepair({
  row,
  header,
  rows,
  repairs,
  onRepairs,
}: RowRepairProps & { header: string }) {
  const now = row.cells[header] ?? ''
  const [text, setText] = useState(now)
  const like = countLike(rows, header, now)
  const isChanged = text.trim() !== now.trim()
  const keep = () => isChanged && onRepairs(repairCell(repairs, row.row, header, text.trim()))
  return (
    <div className={styles.cell}>
      <small>{header}</small>
      <BareInput
        label={t('cell', { header, row: row.row })}
        value={text}
        maxLength={2000}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && keep()}
      />
      {isChanged && (
        <Button kind="primary" onClick={keep}>
          {t('fix')}
        </Button>
      )}
      {isChanged && like > 1 && (
        <Button onClick={() => onRepairs(repairAll(repairs, header, now.trim(), text.trim()))}>
          {t('fixAll', { count: like })}
        </Button>
      )}
    </div>
  )
}
