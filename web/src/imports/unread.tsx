/** Stands where a list cannot be read: the reason, and its columns where a choice among them helps. */

import { CircleAlert } from 'lucide-react'
import type { Problem } from '../api/problem'
import { sentenceOf } from '../kit/i18n'
import { ColumnTable } from './column-table'
import styles from './imports.module.css'
import { openColumns, reasonOf } from './refused'
import { t } from './texts'

interface UnreadProps {
  problem: Problem
  fileName: string
  mapping: Readonly<Record<string, string>>
  /** Absent where the columns stand below anyway. */
  onMap?: (header: string, field: string) => void
}

export function Unread({ problem, fileName, mapping, onMap }: UnreadProps) {
  const reason = reasonOf(problem, fileName)
  const columns = openColumns(problem).map((header) => ({
    header,
    field: mapping[header] ?? `attributes.${header}`,
    evidence: '',
  }))
  return (
    <div className={styles.plan}>
      <div className={styles.messages} data-kind="bad" role="alert">
        <h3>
          <CircleAlert size={15} />
          {t('unread')}
        </h3>
        {reason && <p>{t(reason)}</p>}
        {reason === null || reason === 'unread_broken' || reason === 'unread_export' ? (
          <p className={styles.told}>{sentenceOf(problem.message)}</p>
        ) : null}
      </div>
      {onMap && columns.length > 0 && <ColumnTable columns={columns} onMap={onMap} />}
    </div>
  )
}
