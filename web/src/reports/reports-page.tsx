/** All reports that the reader made, that are public, or that are shared with them. */

import { Link, useNavigate } from '@tanstack/react-router'
import { ChartColumn, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { mayDo, useMe } from '../api/account'
import { fetchReports, type ReportSummary } from '../api/reports'
import { Button } from '../kit/button'
import { formatWhen } from '../kit/format'
import type { Column } from '../kit/grid/columns'
import { useShortcut } from '../kit/shortcuts'
import { PAGE_SIZE } from '../lists/definition'
import { ListPage } from '../lists/list-page'
import { TwoLines } from '../records/two-lines'
import { typeText } from './field-text'
import { t } from './texts'

const addressOf = (report: ReportSummary) => `/reports/${report.id}`

export function ReportsPage() {
  const go = useNavigate()
  const reason = mayDo(useMe(), 'reports.create') ? null : t('mayNotCreate')
  const create = () => void go({ to: '/reports/new', search: {} })
  useShortcut('c', t('newReport'), () => reason === null && create())
  const columns = useMemo(reportColumns, [])
  const actions = (
    <Button kind="primary" icon={Plus} shortcut="C" reason={reason} onClick={create}>
      {t('newReport')}
    </Button>
  )
  return (
    <ListPage
      list={{
        kind: 'reports',
        title: t('reports'),
        icon: ChartColumn,
        columns,
        filters: [],
        defaultSort: '',
        searchLabel: null,
        fetchPage: (_, page) => fetchReports(page, PAGE_SIZE),
        keyOf: (report: ReportSummary) => report.id,
        addressOf,
        narrow: (report: ReportSummary) => (
          <TwoLines
            number={formatWhen(report.updatedAt)}
            name={report.name}
            more={typeText(report.itemType)}
          />
        ),
        actions,
        empty: { title: t('emptyTitle'), note: t('emptyNote'), actions },
      }}
    />
  )
}

function reportColumns(): Column<ReportSummary>[] {
  return [
    {
      id: 'name',
      label: t('name'),
      width: 280,
      text: (report) => report.name,
      render: (report) => (
        <Link to={addressOf(report)} tabIndex={-1}>
          {report.name}
        </Link>
      ),
    },
    { id: 'itemType', label: t('about'), width: 140, text: (r) => typeText(r.itemType) },
    {
      id: 'description',
      label: t('description'),
      width: 300,
      grows: true,
      text: (report) => report.description ?? '',
    },
    { id: 'isPublic', label: t('seenBy'), width: 130, text: seenBy },
    { id: 'updatedAt', label: t('changedAt'), width: 130, text: (r) => formatWhen(r.updatedAt) },
  ]
}

function seenBy(report: ReportSummary): string {
  if (report.isPublic) return t('everybody')
  const isShared = report.sharedWithRoles.length + report.sharedWithUsers.length > 0
  return t(isShared ? 'some' : 'itsMaker')
}
