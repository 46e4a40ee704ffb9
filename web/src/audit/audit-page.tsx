/** What was done that no commit tells of, and by whom. */

import { ScrollText } from 'lucide-react'
import { useMemo } from 'react'
import styles from '../admin/admin.module.css'
import { AdminTabs } from '../admin/admin-tabs'
import { type AuditEntry, fetchAudit } from '../api/registers'
import { formatDateTime } from '../kit/format'
import type { Column } from '../kit/grid/columns'
import { PAGE_SIZE } from '../lists/definition'
import { ListPage } from '../lists/list-page'
import type { ListQuery } from '../lists/query'
import { TwoLines } from '../records/two-lines'
import { actChoices, actText, outcomeChoices, outcomeText } from './act-text'
import { aboutOf, namesOf } from './subject'
import { t } from './texts'

/** An entry with the name of what it is about. */
type Row = AuditEntry & { about: string }

const outcomeOf = ({ outcome }: AuditEntry) => outcomeText(outcome)
/** What no request asked for, the server did by itself. */
const actorOf = ({ actorName, requestId }: AuditEntry) =>
  actorName ?? t(requestId ? 'nobodyYet' : 'theServer')

export function AuditPage() {
  const columns = useMemo(auditColumns, [])
  return (
    <ListPage
      list={{
        kind: 'audit',
        title: t('audit'),
        tabs: <AdminTabs />,
        icon: ScrollText,
        columns,
        filters: [
          { field: 'action', label: t('act'), kind: 'choice', choices: actChoices() },
          { field: 'actorName', label: t('who'), kind: 'text' },
          { field: 'outcome', label: t('outcome'), kind: 'choice', choices: outcomeChoices() },
          { field: 'address', label: t('address'), kind: 'text' },
          { field: 'subject', label: t('subject'), kind: 'text' },
          { field: 'happenedAt', label: t('when'), kind: 'date' },
          { field: 'requestId', label: t('request'), kind: 'text' },
        ],
        defaultSort: 'happenedAt:desc',
        searchLabel: null,
        fetchPage: fetchEntries,
        keyOf: (entry: Row) => entry.id,
        addressOf: (entry: Row) => `/admin/audit?requestId=${entry.requestId}`,
        narrow: (entry: Row) => (
          <TwoLines
            number={formatDateTime(entry.happenedAt)}
            name={actText(entry.action)}
            more={[entry.about, actorOf(entry), outcomeOf(entry)].filter(Boolean).join(', ')}
          />
        ),
        inspect: (entry: Row) => <Details entry={entry} />,
        empty: { title: t('noEntries'), note: t('noEntriesNote') },
      }}
    />
  )
}

async function fetchEntries(query: ListQuery, page: number) {
  const asked = { ...query.filters, sort: query.sort, page, limit: PAGE_SIZE }
  const { rows, total } = await fetchAudit(asked)
  const names = await namesOf(rows)
  return { rows: rows.map((entry): Row => ({ ...entry, about: aboutOf(entry, names) })), total }
}

function auditColumns(): Column<Row>[] {
  return [
    {
      id: 'happenedAt',
      label: t('when'),
      width: 200,
      sort: 'happenedAt',
      text: (entry) => formatDateTime(entry.happenedAt),
    },
    { id: 'actorName', label: t('who'), width: 170, sort: 'actorName', text: actorOf },
    {
      id: 'action',
      label: t('act'),
      width: 250,
      sort: 'action',
      text: ({ action }) => actText(action),
    },
    { id: 'outcome', label: t('outcome'), width: 150, sort: 'outcome', text: outcomeOf },
    {
      id: 'subject',
      label: t('subject'),
      width: 230,
      grows: true,
      text: (entry) => entry.about,
    },
    { id: 'address', label: t('address'), width: 120, sort: 'address', text: (one) => one.address },
    {
      id: 'number',
      label: t('place'),
      width: 90,
      sort: 'number',
      text: (entry) => (entry.number === null ? '' : String(entry.number)),
    },
  ]
}

function Details({ entry }: { entry: Row }) {
  return (
    <dl className={styles.details}>
      <dt>{t('act')}</dt>
      <dd>
        {actText(entry.action)} <span className="mono muted">{entry.action}</span>
      </dd>
      <dt>{t('who')}</dt>
      <dd>{actorOf(entry)}</dd>
      <dt>{t('when')}</dt>
      <dd>{formatDateTime(entry.happenedAt)}</dd>
      <dt>{t('outcome')}</dt>
      <dd>{outcomeOf(entry)}</dd>
      {entry.subject && (
        <>
          <dt>{t('subject')}</dt>
          <dd>
            {entry.about} <span className="mono muted">{entry.subject}</span>
          </dd>
        </>
      )}
      <dt>{t('request')}</dt>
      <dd className="mono">{entry.requestId}</dd>
      {entry.details && (
        <>
          <dt>{t('sent')}</dt>
          <dd>
            <pre>{JSON.stringify(entry.details, null, 2)}</pre>
          </dd>
        </>
      )}
      <dt>{t('seal')}</dt>
      <dd className="mono">{entry.seal ?? t('notSealedYet')}</dd>
    </dl>
  )
}
