/** One report: its rows, the files it is taken away as, and the way to change it. */

import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { CalendarClock, ChartColumn, Download, PencilLine, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMe } from '../api/account'
import type { Tagged } from '../api/client'
import {
  deleteReport,
  type FileFormat,
  REPORTS,
  type Report,
  reportQuery,
  runQuery,
  scheduleQuery,
  takeAway,
} from '../api/reports'
import { useWrite } from '../api/write'
import { Button } from '../kit/button'
import { Dialog, DialogBody, DialogFoot } from '../kit/dialog'
import { formatNumber } from '../kit/format'
import { PageHead } from '../kit/page'
import { EmptyState, LoadingRows } from '../kit/states'
import { QueryError } from '../records/query-error'
import { typeText } from './field-text'
import { LazyChart } from './lazy-chart'
import styles from './reports.module.css'
import { ResultGrid } from './result-grid'
import { ScheduleDialog } from './schedule-dialog'
import { t } from './texts'

export function ReportPage() {
  const { id = '' } = useParams({ strict: false })
  const found = useQuery(reportQuery(id))
  if (found.error)
    return <QueryError isPage error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <LoadingRows />
  return <LoadedReport found={found.data} />
}

function LoadedReport({ found }: { found: Tagged<Report> }) {
  const report = found.record
  const run = useQuery(runQuery(report.id))
  return (
    <>
      <PageHead
        crumbs={<Link to="/reports">{t('reports')}</Link>}
        title={report.name}
        count={run.data?.totalRows}
        actions={<Actions found={found} onRun={() => void run.refetch()} />}
      >
        <span className="muted">{typeText(report.itemType)}</span>
      </PageHead>
      {report.description && <p className={styles.description}>{report.description}</p>}
      {run.isLoading && <LoadingRows />}
      {run.error && <QueryError error={run.error} onRetry={() => void run.refetch()} />}
      {run.data?.rows.length === 0 && (
        <EmptyState icon={ChartColumn} title={t('noRows')}>
          {t('noRowsNote')}
        </EmptyState>
      )}
      {run.data !== undefined && run.data.rows.length > 0 && (
        <>
          {report.chart && <LazyChart chart={report.chart} found={run.data} />}
          <ResultGrid label={report.name} found={run.data} />
          {run.data.totalRows > run.data.rows.length && (
            <p className={styles.more}>
              {t('firstRows', { count: formatNumber(run.data.rows.length) })}
            </p>
          )}
        </>
      )}
    </>
  )
}

const FILES: readonly [FileFormat, string][] = [
  ['csv', 'CSV'],
  ['xlsx', 'Excel'],
  ['pdf', 'PDF'],
]

function Actions({ found, onRun }: { found: Tagged<Report>; onRun: () => void }) {
  const go = useNavigate()
  const me = useMe()
  const report = found.record
  const [isAsking, setAsking] = useState(false)
  const [isPlanning, setPlanning] = useState(false)
  const schedule = useQuery(scheduleQuery(report.id)).data
  const isAdministrator = me?.roles.some(({ name }) => name === 'Administrator')
  const reason = me?.id === report.createdBy || isAdministrator ? null : t('onlyItsMaker')
  const take = useWrite({ send: (format: FileFormat) => takeAway(report.id, format) })
  return (
    <>
      <Button icon={RefreshCw} onClick={onRun}>
        {t('run')}
      </Button>
      {FILES.map(([format, label]) => (
        <Button
          key={format}
          icon={Download}
          aria-busy={take.isPending}
          onClick={() => take.mutate(format)}
        >
          {label}
        </Button>
      ))}
      <Button icon={CalendarClock} onClick={() => setPlanning(true)}>
        {schedule ? t('scheduled') : t('schedule')}
      </Button>
      <Button icon={Trash2} reason={reason} onClick={() => setAsking(true)}>
        {t('delete')}
      </Button>
      <Button
        kind="primary"
        icon={PencilLine}
        reason={reason}
        onClick={() => void go({ to: `/reports/${report.id}/edit` })}
      >
        {t('edit')}
      </Button>
      {isPlanning && (
        <ScheduleDialog
          id={report.id}
          name={report.name}
          found={schedule ?? null}
          onClose={() => setPlanning(false)}
        />
      )}
      {isAsking && <DeleteDialog found={found} onClose={() => setAsking(false)} />}
    </>
  )
}

function DeleteDialog({ found, onClose }: { found: Tagged<Report>; onClose: () => void }) {
  const go = useNavigate()
  const { id, name } = found.record
  const remove = useWrite({
    send: (_: undefined, headers) => deleteReport(id, headers),
    etag: () => found.etag,
    changes: [REPORTS],
    done: t('deleted', { name }),
    onDone: () => void go({ to: '/reports', search: {} }),
  })
  return (
    <Dialog title={t('deleteTitle', { name })} onClose={onClose}>
      <DialogBody>
        <p>{t('deleteNote')}</p>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>{t('keep')}</Button>
        <Button kind="danger" autoFocus onClick={() => remove.mutate(undefined)}>
          {t('delete')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
